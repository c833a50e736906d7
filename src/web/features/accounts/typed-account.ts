import { getSession, onSessionChange } from '#web/kit/api/session.ts'

interface TypedAccount {
  readonly username: string
  readonly email: string
}

const NOTHING: TypedAccount = { username: '', email: '' }
let typed = NOTHING

/** Keeps what was typed for the way between login and sign-up. In memory only: browsers store their history. */
export function keepTyped({ username = typed.username, email = typed.email }: Partial<TypedAccount>): void {
  typed = { username: username.trim(), email: email.trim() }
}

/** The initial username and address of the login pages' forms; empty when nothing has been typed. */
export function typedBefore(): TypedAccount {
  return typed
}

// The next person at this device starts with empty fields.
onSessionChange(() => {
  if (getSession().status === 'in') typed = NOTHING
})
