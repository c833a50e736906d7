import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { domainOf } from '#server/people/fold-address.ts'

// The library would rebuild the set on every call.
const DOMAINS = disposableEmailBlocklistSet()

/** Whether an address belongs to a provider of throw-away mailboxes, or to a subdomain of one. @param email normalised */
export function isDisposable(email: string): boolean {
  const labels = domainOf(email).split('.')
  return labels.some((_, place) => DOMAINS.has(labels.slice(place).join('.')))
}
