import { isIP } from 'node:net'
import { isAccountOf } from '#shared/rules/company.ts'
import type { Config } from './config.ts'
import { isLoopbackHost } from './loopback.ts'
import { ConfigError } from './settings.ts'

/** The local payment provider's credentials. It lets anybody pay, so they are no secret. */
export const LOCAL_SHOP = { shopId: 'local', secretKey: 'local' } as const

/**
 * The shop at the payment provider, or the local stand-in's when none is set.
 * @param localUrl the stand-in's URL, when it is not the configured one
 * @throws ConfigError when the shop is only half set, no seller is named, or a network is malformed
 */
export function readShop(config: Config, localUrl?: () => string) {
  const { yookassaShopId: shopId, yookassaSecretKey: secretKey } = config
  if ((shopId === null) !== (secretKey === null)) {
    const missing = shopId === null ? 'YOOKASSA_SHOP_ID' : 'YOOKASSA_SECRET_KEY'
    throw new ConfigError(`${missing} is not set: a shop has a number and a key`)
  }
  if (isRealShop(config)) checkSeller(config)
  for (const network of config.yookassaNetworks) checkNetwork(network)
  const { receiptVatCode, receiptSubject: subject, receiptMode: mode } = config
  const vatCode = receiptVatCode ?? 1
  const api = shopId === null ? localPaymentsUrl(config.localPort) : config.yookassaUrl
  const common = {
    pageHosts: [api, config.publicUrl].map((address) => new URL(address).hostname),
    timeoutMs: config.yookassaTimeoutSeconds * 1_000,
    receipts: config.receipts === 'off' ? null : { vatCode, subject, mode },
  }
  if (shopId === null || secretKey === null) {
    const url = localUrl ?? (() => localPaymentsUrl(config.localPort))
    return { ...common, ...LOCAL_SHOP, url, isLocal: true }
  }
  return { ...common, shopId, secretKey, url: () => config.yookassaUrl, isLocal: false }
}

/** Where companies transfer money to. */
export interface Bank {
  readonly name: string
  readonly bic: string
  readonly account: string
  readonly correspondentAccount: string
}

/**
 * The bank that invoices name; null: no invoices.
 * @throws ConfigError when only some of it is set, a number is mistyped, or no seller is named
 */
export function readBank(config: Config): Bank | null {
  const { bankName: name, bankBic: bic, bankAccount: account } = config
  const { bankCorrespondentAccount: correspondentAccount } = config
  const given = {
    BANK_NAME: name,
    BANK_BIC: bic,
    BANK_ACCOUNT: account,
    BANK_CORRESPONDENT_ACCOUNT: correspondentAccount,
  }
  if (Object.values(given).every((value) => value === null)) return null
  if (name === null || bic === null || account === null || correspondentAccount === null) {
    const missing = Object.entries(given).find(([, value]) => value === null)?.[0]
    throw new ConfigError(`${missing} is not set: an invoice needs all of the bank's details`)
  }
  if (!isAccountOf(bic, correspondentAccount, 'correspondent'))
    throw new ConfigError('BANK_CORRESPONDENT_ACCOUNT is not an account of the bank with this BANK_BIC')
  if (!isAccountOf(bic, account, 'customer'))
    throw new ConfigError('BANK_ACCOUNT is not an account at the bank with this BANK_BIC')
  checkSeller(config)
  return { name, bic, account, correspondentAccount }
}

/** The local provider's URL beside a server with this LOCAL_PORT. */
export function localPaymentsUrl(localPort: number): string {
  return `http://127.0.0.1:${localPort}/local/yookassa/v3`
}

/** The URL of a server with this host and port as seen from its own machine, without a trailing slash. */
export function reachableUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Whether real money is taken: a shop at the provider, not at a stand-in on this machine. */
export function isRealShop({ yookassaShopId, yookassaUrl }: Config): boolean {
  return yookassaShopId !== null && !isLoopbackHost(new URL(yookassaUrl).hostname)
}

/** Only a seller whom the offer names may take money. */
function checkSeller({ sellerName, sellerInn }: Config): void {
  const missing = sellerName === null ? 'SELLER_NAME' : sellerInn === null ? 'SELLER_INN' : null
  if (missing !== null) {
    throw new ConfigError(`${missing} is not set: who takes money must be a seller whom the offer can name`)
  }
}

function checkNetwork(network: string): void {
  const [, address = '', length] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(network) ?? []
  const longest = isIP(address) === 4 ? 32 : 128
  if (isIP(address) === 0 || Number(length ?? 0) > longest) {
    throw new ConfigError(`YOOKASSA_NETWORKS has "${network}": it must be an address or a network`)
  }
}
