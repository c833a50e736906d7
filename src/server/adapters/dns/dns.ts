/**
 * Why nothing can be said about a domain: no answer in time, its name servers fail, they refuse to answer, or the answer is
 * malformed.
 */
export type CannotTell = 'timeout' | 'failure' | 'refused' | 'malformed'

/** Where mail for a domain is delivered, as the DNS says. */
export type MailRoute =
  /** To these hosts, the preferred one first. */
  | { readonly found: 'mx'; readonly hosts: readonly string[] }
  /**
   * `address`: to the domain's own address, having no MX (RFC 5321, 5.1); `null_mx`: it accepts no mail and says so (RFC 7505);
   * `no_domain`: there is no such name; `no_mail`: it has neither an MX nor an address.
   */
  | { readonly found: 'address' | 'null_mx' | 'no_domain' | 'no_mail' | CannotTell }

/** What is asked of the DNS. */
export interface Dns {
  /**
   * Takes ten seconds at most.
   * @param domain in lower case and punycode
   * @throws ResolverUnreachable when no resolver can be asked, which says nothing about the domain
   */
  mailRoute(domain: string): Promise<MailRoute>
  /** How often each answer came since the start. */
  answers(): ReadonlyMap<MailRoute['found'] | 'unreachable', number>
  /** Ends running questions; later ones find no resolver. */
  close(): void
}

export class ResolverUnreachable extends Error {
  override readonly name = 'ResolverUnreachable'

  constructor() {
    super('no resolver of the public DNS can be reached')
  }
}
