import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

/** The ways in which a provider lets one mailbox be spelled. */
interface Provider {
  /** Domains with the same mailboxes; the first stands for all. */
  readonly domains: readonly string[]
  /** Characters of the local part that are ignored. */
  readonly ignored?: RegExp
  /** The character that begins a tag; '+' by default. */
  readonly tag?: string
}

// Sources: the providers' own help pages on aliases and sub-addresses.
const PROVIDERS: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  {
    domains: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'narod.ru'],
    ignored: /[.-]/g,
  },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: /[._-]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  { domains: ['yahoo.com', 'ymail.com', 'rocketmail.com'], tag: '-' },
]

// Tags begin with '+', dots count, and each domain stands for itself.
const PLAIN = `
  mail.ru bk.ru list.ru inbox.ru internet.ru vk.com rambler.ru lenta.ru ro.ru mail.kz tut.by ukr.net i.ua
  outlook.com hotmail.com live.com msn.com fastmail.com aol.com zoho.com hey.com tuta.com comcast.net
  gmx.com gmx.net gmx.de web.de t-online.de free.fr orange.fr laposte.net libero.it seznam.cz wp.pl o2.pl
  qq.com 163.com 126.com naver.com daum.net yahoo.co.jp`

const BY_DOMAIN = new Map<string, Provider>([
  ...PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
  ...PLAIN.trim()
    .split(/\s+/)
    .map((domain) => [domain, { domains: [domain] }] as const),
])

/** Domains on which many people have mailboxes who have nothing to do with each other. */
export const MAIL_PROVIDERS: readonly string[] = [...BY_DOMAIN.keys()]

/** Matches domains that nobody can own (RFC 2606) and that no mail reaches outside tests; PostgreSQL reads it alike. */
export const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|example\.com|example\.net|example\.org)$/

/**
 * Normalises an address to its mailbox: folds dots, tags and alias domains of known providers. Other addresses stay as they
 * are.
 */
export function foldAddress(email: string): string {
  const provider = BY_DOMAIN.get(domainOf(email))
  if (provider === undefined) return email
  const name = email.slice(0, email.lastIndexOf('@'))
  const [base = ''] = name.split(provider.tag ?? '+')
  const folded = provider.ignored === undefined ? base : base.replace(provider.ignored, '')
  return `${folded}@${provider.domains[0]}`
}

/** Drops the plus tag even where it may name another mailbox: for gifts that must not be farmed. */
export function foldTags(email: string): string {
  return email.replace(/^([^+]+)\+[^@]*@/, '$1@')
}

/** Whether a domain has too many or not enough users to need a common cap. */
export function isKnownProvider(email: string): boolean {
  const domain = domainOf(email)
  return BY_DOMAIN.has(domain) || RESERVED.test(domain)
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

// The library would rebuild the set on every call.
const DOMAINS = disposableEmailBlocklistSet()

/** Whether an address belongs to a provider of throw-away mailboxes, or to a subdomain of one. @param email normalised */
export function isDisposable(email: string): boolean {
  const labels = domainOf(email).split('.')
  return labels.some((_, place) => DOMAINS.has(labels.slice(place).join('.')))
}
