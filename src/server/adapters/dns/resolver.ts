import { Resolver } from 'node:dns/promises'
import { type CannotTell, type Dns, type MailRoute, ResolverUnreachable } from './dns.ts'

interface ResolverOptions {
  /** IP addresses, with ports where they are not 53; empty: the system's. */
  readonly servers: readonly string[]
  /** How long (ms) one domain may take. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 10_000
/** How long (ms) to wait before the question is repeated; the second wait is twice as long. */
const REPEAT_MS = 2_000
const TRIES = 2

// Names that the public DNS never has: RFC 6761 (invalid, localhost), 6762 (local), 7686 (onion), 8375 (home.arpa), 9476 (alt);
// internal is ICANN's of 2024. They are not asked about, as the question would only tell strangers what is internal.
const NEVER_PUBLIC = /(?:^|\.)(?:invalid|localhost|local|onion|home\.arpa|alt|internal)$/

const NO_SUCH_NAME = 'ENOTFOUND'
const NO_SUCH_RECORD = 'ENODATA'
const NO_RESOLVER = 'ECONNREFUSED'
const FAILURES: Readonly<Record<string, CannotTell>> = {
  ETIMEOUT: 'timeout',
  ECANCELLED: 'timeout',
  ESERVFAIL: 'failure',
  EREFUSED: 'refused',
}

/** Asks a recursive resolver: the configured ones, or the system's. */
export function openResolver({ servers, patienceMs = PATIENCE_MS }: ResolverOptions): Dns {
  const answers = new Map<MailRoute['found'] | 'unreachable', number>()
  const running = new Set<Resolver>()
  let isClosed = false

  async function ask(domain: string): Promise<MailRoute> {
    if (NEVER_PUBLIC.test(domain)) return { found: 'no_domain' }
    if (isClosed) throw new ResolverUnreachable()
    // One for each domain, so that its patience ends nothing else.
    const resolver = new Resolver({ timeout: Math.min(REPEAT_MS, patienceMs), tries: TRIES })
    if (servers.length > 0) resolver.setServers(servers)
    running.add(resolver)
    const impatience = setTimeout(() => resolver.cancel(), patienceMs)
    try {
      return await findRoute(resolver, domain)
    } finally {
      clearTimeout(impatience)
      running.delete(resolver)
    }
  }

  return {
    async mailRoute(domain) {
      let found: MailRoute['found'] | 'unreachable' = 'unreachable'
      try {
        const route = await ask(domain)
        // What the end of the process cancelled took no time.
        if (isClosed) throw new ResolverUnreachable()
        found = route.found
        return route
      } finally {
        answers.set(found, (answers.get(found) ?? 0) + 1)
      }
    },
    answers: () => answers,
    close() {
      isClosed = true
      for (const resolver of running) resolver.cancel()
    },
  }
}

async function findRoute(resolver: Resolver, domain: string): Promise<MailRoute> {
  const mx = await recordsOf(resolver.resolveMx(domain))
  if (typeof mx === 'string') return { found: mx }
  if (mx.length > 0) {
    // The null MX is the root. Beside others it is an error, and means nothing (RFC 7505, 3).
    const usable = mx.filter(({ exchange }) => exchange !== '' && exchange !== '.')
    const hosts = usable
      .toSorted((a, b) => a.priority - b.priority)
      .map(({ exchange }) => exchange.toLowerCase())
    return hosts.length === 0 ? { found: 'null_mx' } : { found: 'mx', hosts }
  }
  const addresses = await Promise.all([
    recordsOf(resolver.resolve4(domain)),
    recordsOf(resolver.resolve6(domain)),
  ])
  if (addresses.some((records) => typeof records === 'object' && records.length > 0))
    return { found: 'address' }
  // The name is there, or the first question would have said so: only a failure leaves the matter open.
  const failure = addresses.find((records) => typeof records === 'string' && records !== 'no_domain')
  return { found: typeof failure === 'string' ? failure : 'no_mail' }
}

/** The records of one type, none if there are none of it; or why there is no answer. */
async function recordsOf<T>(
  question: Promise<readonly T[]>,
): Promise<readonly T[] | 'no_domain' | CannotTell> {
  try {
    return await question
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === NO_SUCH_RECORD) return []
    if (code === NO_SUCH_NAME) return 'no_domain'
    if (code === NO_RESOLVER) throw new ResolverUnreachable()
    return FAILURES[code] ?? 'malformed'
  }
}
