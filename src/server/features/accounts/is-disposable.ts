import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { domainOf } from '#server/people/fold-address.ts'

// The library would build the set anew for every question.
const DOMAINS = disposableEmailBlocklistSet()

/** Whether an address lives at a domain of throw-away mailboxes, or at a subdomain of one. @param email normalised */
export function isDisposable(email: string): boolean {
  const labels = domainOf(email).split('.')
  return labels.some((_, place) => DOMAINS.has(labels.slice(place).join('.')))
}
