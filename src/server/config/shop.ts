import { isIP } from 'node:net'
import { type Config, isLoopbackHost } from './config.ts'
import { ConfigError } from './settings.ts'

/** What the local payment provider takes: it lets anybody pay, so these are no secret. */
export const LOCAL_SHOP = { shopId: 'local', secretKey: 'local' } as const

/**
 * The shop at the payment provider, or the local stand-in's when none is set.
 * @param localUrl where the stand-in listens, when not where the settings say
 * @throws ConfigError when only half of the shop is set, nobody is named as the seller, or a network is not written as one
 */
export function readShop(config: Config, localUrl?: () => string) {
  const { yookassaShopId: shopId, yookassaSecretKey: secretKey } = config
  if ((shopId === null) !== (secretKey === null)) {
    const missing = shopId === null ? 'YOOKASSA_SHOP_ID' : 'YOOKASSA_SECRET_KEY'
    throw new ConfigError(`${missing} is not set: a shop has a number and a key`)
  }
  if (isRealShop(config)) checkSeller(config)
  for (const network of config.yookassaNetworks) checkNetwork(network)
  const { receiptVatCode: vatCode, receiptSubject: subject, receiptMode: mode } = config
  const common = {
    timeoutMs: config.yookassaTimeoutSeconds * 1_000,
    receipts: config.receipts === 'off' ? null : { vatCode, subject, mode },
  }
  if (shopId === null || secretKey === null) {
    const url = localUrl ?? (() => localPaymentsUrl(config.localPort))
    return { ...common, ...LOCAL_SHOP, url, isLocal: true }
  }
  return { ...common, shopId, secretKey, url: () => config.yookassaUrl, isLocal: false }
}

/** Where the local provider listens beside a server with this LOCAL_PORT. */
export function localPaymentsUrl(localPort: number): string {
  return `http://127.0.0.1:${localPort}/local/yookassa/v3`
}

/** Where a server of this host and port is reached from its own machine, without a slash at the end. */
export function reachableUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Whether money is taken: a shop at the provider, not at a stand-in on this machine. */
export function isRealShop({ yookassaShopId, yookassaUrl }: Config): boolean {
  return yookassaShopId !== null && !isLoopbackHost(new URL(yookassaUrl).hostname)
}

/** Money may be taken only by somebody whom the offer names. */
function checkSeller({ sellerName, sellerInn }: Config): void {
  const missing = sellerName === null ? 'SELLER_NAME' : sellerInn === null ? 'SELLER_INN' : null
  if (missing !== null) {
    throw new ConfigError(`${missing} is not set: a shop at YooKassa needs a seller whom the offer can name`)
  }
}

function checkNetwork(network: string): void {
  const [, address = '', length] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(network) ?? []
  const longest = isIP(address) === 4 ? 32 : 128
  if (isIP(address) === 0 || Number(length ?? 0) > longest) {
    throw new ConfigError(`YOOKASSA_NETWORKS has "${network}": it must be an address or a network`)
  }
}
