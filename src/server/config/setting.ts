import { Resolver } from 'node:dns'
import { emailProblem } from '#shared/rules/email.ts'
import { isLoopbackHost } from './loopback.ts'

/** One line of the settings table: the environment variable, its description, its default and its parser. */
export interface Setting<T> {
  readonly env: string
  readonly doc: string
  /** The text that is parsed when the variable is unset. */
  readonly default: string
  /** Throws the rest of a sentence that begins with the variable's name. */
  readonly parse: (text: string) => T
  /** A secret may be in a file that the same variable with `_FILE` names. */
  readonly isSecret?: true
}

type Parse<T> = (text: string) => T

export function secret<T>(setting: Setting<T>): Setting<T> {
  return { ...setting, isSecret: true }
}

export function text(env: string, fallback: string, doc: string): Setting<string> {
  return { env, doc, default: fallback, parse: (value) => value }
}

/** Null when unset. */
export function optional(env: string, doc: string): Setting<string | null>
export function optional<T>(env: string, doc: string, parse: Parse<T>): Setting<T | null>
export function optional(env: string, doc: string, parse: Parse<unknown> = (value) => value) {
  return { env, doc, default: '', parse: (value: string) => (value === '' ? null : parse(value)) }
}

export function list(env: string, doc: string, check?: (items: readonly string[]) => void) {
  const parse = (value: string): readonly string[] => {
    const items = value.split(',').flatMap((item) => item.trim() || [])
    check?.(items)
    return items
  }
  return { env, doc, default: '', parse }
}

export function integer(
  env: string,
  fallback: number,
  min: number,
  max: number,
  doc: string,
): Setting<number> {
  return { env, doc, default: String(fallback), parse: whole(min, max) }
}

export function optionalInteger(env: string, min: number, max: number, doc: string): Setting<number | null> {
  return optional(env, doc, whole(min, max))
}

const whole =
  (min: number, max: number): Parse<number> =>
  (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`)
    return number
  }

export function share(env: string, fallback: number, doc: string): Setting<number> {
  const parse = (value: string) => {
    const number = Number(value)
    if (!(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1')
    return number
  }
  return { env, doc, default: String(fallback), parse }
}

export function oneOf<const T extends string>(
  env: string,
  fallback: NoInfer<T>,
  values: readonly T[],
  doc: string,
): Setting<T> {
  const parse = (value: string) => {
    const found = values.find((candidate) => candidate === value)
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
    return found
  }
  return { env, doc: `${doc} One of ${values.join(', ')}.`, default: fallback, parse }
}

export function flag(env: string, fallback: boolean, doc: string): Setting<boolean> {
  const { parse, ...rest } = oneOf(env, fallback ? 'true' : 'false', ['true', 'false'], doc)
  return { ...rest, parse: (value) => parse(value) === 'true' }
}

export function optionalEmail(env: string, doc: string): Setting<string | null> {
  return optional(env, doc, (value) => {
    // The token needs 40 of the 64 characters before the @.
    if (emailProblem(value) !== null || !/^[^+@]{1,24}@/.test(value))
      throw new Error('must be an email address with at most 24 characters and no plus sign before the @')
    return value
  })
}

export function resolvers(env: string, doc: string): Setting<readonly string[]> {
  return list(env, doc, (servers) => {
    try {
      new Resolver().setServers(servers)
    } catch {
      throw new Error(
        'must be IP addresses, each with its port if that is not 53, e.g. 192.0.2.1,192.0.2.2:5300',
      )
    }
  })
}

/** '' when unset. */
export function url(env: string, doc: string, fallback = ''): Setting<string> {
  const parse = (value: string) => {
    if (value !== '' && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
      throw new Error('must be an http or https address')
    return value.replace(/\/+$/, '')
  }
  return { env, doc, default: fallback, parse }
}

/** '' when unset. */
export function origin(env: string, doc: string): Setting<string> {
  const parse = (value: string) => {
    if (value === '') return ''
    const { protocol = '', origin: own, href = '' } = URL.parse(value) ?? {}
    if (own === undefined || !/^https?:$/.test(protocol)) throw new Error('must be an http or https address')
    // Pages, cookies and the API are at the root: a path would lead links of emails nowhere.
    if (href.replace(/\/+$/, '') !== own)
      throw new Error(
        `must be an address without a path, such as ${own}: only the root of a host can serve it`,
      )
    return own
  }
  return { env, doc, default: '', parse }
}

export function issuer(env: string, doc: string): Setting<string | null> {
  return optional(env, doc, (value) => {
    if (value === 'local') return value
    const { protocol, hostname = '', search = '', hash = '' } = URL.parse(value) ?? {}
    const isLocal = protocol === 'http:' && isLoopbackHost(hostname)
    if ((protocol !== 'https:' && !isLocal) || search !== '' || hash !== '')
      throw new Error('must be local or an https address without a query')
    return value
  })
}

export function databaseUrl(env: string, doc: string): Setting<string | null> {
  return optional(env, doc, (value) => {
    if (!/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ''))
      throw new Error('must be a postgres:// address')
    return value
  })
}

export function smtpUrl(env: string, doc: string): Setting<string | null> {
  return optional(env, doc, (value) => {
    const { protocol = '', hostname = '' } = URL.parse(value) ?? {}
    if (!/^smtps?:$/.test(protocol) || hostname === '')
      throw new Error('must be an smtp:// or smtps:// address with a host')
    return value
  })
}
