let address = ''

/** Stores an address known to have an account, for the login form. In memory only: browsers keep their history. */
export function keepAddressForLogin(email: string): void {
  address = email
}

/** The login form's initial address; empty when none is known. */
export function addressForLogin(): string {
  return address
}
