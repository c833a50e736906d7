import { getDomain } from 'tldts'
import { isLoopbackHost } from './loopback.ts'
import { ConfigError } from './settings.ts'

/**
 * Checks ALLOWED_ORIGINS against the address of this site: each is a scheme, a host and perhaps a port, without TLS only on this
 * machine, and of the same site, because browsers send the session's cookie to no other.
 * @throws ConfigError with one sentence that names the first wrong one
 */
export function checkOrigins(origins: readonly string[], publicUrl: string): void {
  for (const origin of origins) {
    const problem = problemOf(origin, new URL(publicUrl))
    if (problem !== null) throw new ConfigError(`ALLOWED_ORIGINS has "${origin}": it ${problem}`)
  }
}

function problemOf(origin: string, own: URL): string | null {
  if (origin.includes('*')) return 'must name one origin: there are no wildcards'
  const url = URL.parse(origin)
  if (url === null || url.origin !== origin)
    return 'must be an origin, without a path or a slash at its end, e.g. https://app.example.com'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    return 'must begin with https://, except on this machine'
  if (origin === own.origin) return 'is this site itself, which needs no permission'
  if (url.protocol !== own.protocol || siteOf(url.hostname) !== siteOf(own.hostname))
    return `must be of the same site as PUBLIC_URL (${own.protocol}//${siteOf(own.hostname)}), or browsers keep the session's cookie back`
  return null
}

/** What browsers call a site: the registrable domain, also below the suffixes of hosting providers, or else the host. */
function siteOf(hostname: string): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}
