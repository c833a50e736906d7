let address = ''

/** Keeps an address that is known to have an account, for the form of the login. In memory alone: histories of browsers are kept. */
export function keepAddressForLogin(email: string): void {
  address = email
}

/** What the form of the login begins with; empty when nothing is known. */
export function addressForLogin(): string {
  return address
}
