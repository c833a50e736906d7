import type { Config } from '#server/config/config.ts'
import { reachableUrl } from '#server/config/shop.ts'
import { failure, type Finding, ok, warning } from './diagnosis.ts'

const ANSWER_MS = 3_000
const PART = 'proxies'

/** Compares TRUST_PROXY with the requests that the running server has had, by its metrics. */
export async function checkProxies(config: Config): Promise<Finding> {
  const metrics = await readMetrics(config)
  if (metrics === null)
    return warning(
      PART,
      'The server does not run here, so what arrives is unknown.',
      'Run this beside it, once people have used it.',
    )
  return judgeProxies(metrics, config.trustProxy)
}

/**
 * @param metrics the number of requests by the number of addresses in X-Forwarded-For; callers may have added some
 * @param trusted TRUST_PROXY
 */
export function judgeProxies(metrics: ReadonlyMap<number, number>, trusted: number): Finding {
  const count = (isMeant: (addresses: number) => boolean) =>
    [...metrics].reduce((sum, [addresses, requests]) => (isMeant(addresses) ? sum + requests : sum), 0)
  const all = count(() => true)
  if (all === 0)
    return warning(PART, 'The server has had no request yet.', 'Run this again once people have used it.')
  const fewer = count((addresses) => addresses < trusted)
  if (fewer > 0)
    return failure(
      PART,
      `${fewer} of ${all} requests came through fewer proxies than TRUST_PROXY=${trusted}.`,
      'Lower it, or let nobody reach the server without them: otherwise anybody can claim any address.',
    )
  if (count((addresses) => addresses === trusted) === 0)
    return failure(
      PART,
      `All requests came through more proxies than TRUST_PROXY=${trusted}.`,
      'Raise it: otherwise all people share the limits of one network.',
    )
  return ok(PART, `Requests come through ${trusted} as TRUST_PROXY says.`)
}

async function readMetrics({
  host,
  port,
  localPort,
  metricsToken,
}: Config): Promise<Map<number, number> | null> {
  const url = metricsToken === null ? `http://127.0.0.1:${localPort}` : reachableUrl(host, port)
  try {
    const response = await fetch(`${url}/metrics`, {
      headers: metricsToken === null ? {} : { authorization: `Bearer ${metricsToken}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const lines = (await response.text()).matchAll(
      /^http_forwarded_requests_total\{addresses="(\d+)"\} (\d+)$/gm,
    )
    return response.ok
      ? new Map([...lines].map(([, addresses, count]) => [Number(addresses), Number(count)]))
      : null
  } catch {
    return null
  }
}
