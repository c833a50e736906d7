import type { Language } from '#shared/i18n/messages.ts'
import type { Person } from '#server/actor/actor.ts'
import type { Identity, IdentityProvider, RedirectProvider } from '#server/adapters/identity/identity.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { addPerson } from './add-person.ts'
import { changeSponsor } from './make-sponsor.ts'
import { countTotpTry } from '#server/features/second-factor/totp.ts'
import { emailOf, isPasswordKept, noteLanguage } from './accounts.sql.ts'
import { giveDueWelcome } from './give-welcome-uses.ts'
import { noteBrowser } from './note-browser.ts'
import { deleteIdentity, findIdentity, insertIdentity, listIdentities } from './identities.sql.ts'
import { isNonceOf, takeNonce } from '#server/people/nonces.ts'
import { FAILURES_WITHIN_MS, provePassword } from './log-in.ts'
import { type OpenedSession, openSession } from '#server/features/sessions/open-session.ts'
import {
  type GivenSecondFactor,
  passSecondFactor,
  type SecondFactorAsked,
} from '#server/features/second-factor/pass-second-factor.ts'
import { findLogin } from '#server/people/passwords.ts'
import { forgetLoginFailures } from './earlier-logins.sql.ts'
import { isAllowedInUsername, USERNAME_LENGTH, usernameProblem } from '#shared/rules/accounts.ts'
import type { Random } from '#server/random.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { isDisposable } from '#server/people/mailboxes.ts'

interface SignIn extends GivenSecondFactor {
  /** The token from the provider's button. */
  readonly credential: string
  /** The password of the account with the identity's address, if it was asked for. */
  readonly password: string | null
  /** Whether the terms and the consent were accepted, if that was asked for. */
  readonly isConsentGiven: boolean
  readonly browserToken: string | null
  readonly network: string
  readonly userAgent: string
  readonly language: Language
  readonly replacesSession: number | null
}

/** What the call must be repeated with. */
export interface SignInNeeds {
  readonly needs: 'password' | 'consent'
  readonly email: string
}

type SignInApp = Core & Pick<App, 'legal'>

/**
 * Signs in with an account at an identity provider. A linked identity (by issuer and subject) signs in at once. An account
 * with the same address is linked only with its password. Without such an account, one is created after the consent. A
 * person with a second factor must give it. The credential's nonce is consumed only by a successful sign-in.
 * @throws Refusal wrong_token, provider_failed, invalid_credentials, wrong_second_factor, account_blocked,
 * too_many_requests, disposable_email, email_taken
 */
export async function signInWithIdentity(
  app: SignInApp,
  provider: IdentityProvider,
  signIn: SignIn,
): Promise<OpenedSession | SignInNeeds | SecondFactorAsked> {
  const identity = await provider.identify(signIn.credential)
  const { browserToken } = signIn
  const purpose = provider.noncePurpose
  if (identity === null || !isNonceOf(app, { nonce: identity.nonce, browserToken, purpose })) {
    app.security.record('login_failed', { network: signIn.network }, 'identity')
    throw refusedCredential(purpose)
  }
  const comeIn = (known: number | null, enter: (tx: Tx) => Promise<number>) =>
    openWith(app, { identity, purpose, signIn, known, enter })
  const personId = await findIdentity(app.db, identity)
  const about = { email: identity.email, network: signIn.network }
  if (personId !== undefined) return comeIn(personId, async () => personId)
  if ((await findLogin(app.db, identity.email)) !== undefined) {
    if (signIn.password === null) return { needs: 'password', email: identity.email }
    const { password, network } = signIn
    const linked = await linkByPassword(app, identity, { password, network, browserToken })
    const entered = await comeIn(linked.personId, linked.enter)
    if ('personId' in entered)
      app.security.record('identity', { ...about, personId: linked.personId }, 'linked')
    return entered
  }
  if (!signIn.isConsentGiven) return { needs: 'consent', email: identity.email }
  if (isDisposable(identity.email)) throw new Refusal('disposable_email')
  await app.limits.consume('signup', signIn.network)
  const added = await comeIn(null, (tx) => addNewcomer(tx, app, { identity, signIn }))
  if ('personId' in added)
    app.security.record('account_created', { ...about, personId: added.personId }, 'identity')
  return added
}

/**
 * Exchanges what an issuer sent a browser back with for the credential of the sign-in. Only the browser that started it can:
 * an attacker who lures somebody into an attempt of their own has another one.
 * @throws Refusal wrong_token, provider_failed
 */
export async function finishSignIn(
  app: Core,
  provider: RedirectProvider,
  {
    query,
    browserToken,
    network,
  }: { readonly query: string; readonly browserToken: string | null; readonly network: string },
): Promise<string> {
  const state = new URLSearchParams(query).get('state') ?? ''
  try {
    if (browserToken === null || !isNonceOf(app, { nonce: state, browserToken, purpose: 'oidc' }))
      throw refusedCredential('oidc')
    return await provider.finish({ state, browserToken }, query)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'wrong_token')
      app.security.record('login_failed', { network }, 'identity')
    throw error
  }
}

interface Entry {
  readonly identity: Identity
  readonly signIn: SignIn
}

interface Opening extends Entry {
  readonly purpose: IdentityProvider['noncePurpose']
  /** The person whom the identity or a password has named; null for a newcomer. */
  readonly known: number | null
  readonly enter: (tx: Tx) => Promise<number>
}

async function openWith(
  app: SignInApp,
  { identity, purpose, signIn, known, enter }: Opening,
): Promise<OpenedSession | SecondFactorAsked> {
  const { browserToken, factorCode: code } = signIn
  if (known !== null) await countTotpTry(app, { personId: known, code })
  const opened = await transact(app.db, async (tx) => {
    if (known !== null) {
      // A browser without a cookie has no valid nonce and never gets here; if it did, this stops it.
      if (browserToken === null) throw refusedCredential(purpose)
      // As every login does first, so that two of one person never wait for each other.
      await lockPerson(tx, known)
      const asked = await passSecondFactor(tx, app, { ...signIn, personId: known, browserToken })
      if (asked !== null) return asked
    }
    if (!(await takeNonce(tx, identity.nonce))) throw refusedCredential(purpose)
    const personId = await enter(tx)
    if (identity.roles !== null) await takeRoles(tx, app, { personId, identity })
    const email = await emailOf(tx, personId)
    // The account was deleted at this moment.
    if (email === undefined) throw refusedCredential(purpose)
    await giveDueWelcome(tx, app, { ...signIn, personId, email, now: app.clock.now() })
    if (signIn.browserToken !== null) {
      await noteBrowser(tx, app, { ...signIn, personId, email, browserToken: signIn.browserToken })
    }
    await noteLanguage(tx, { ...signIn, personId })
    const issuer = purpose === 'oidc' ? identity.issuer : null
    return openSession(tx, app, { ...signIn, personId, replaces: signIn.replacesSession, issuer })
  })
  if (!('personId' in opened)) return opened
  const about = { personId: opened.personId, email: identity.email, network: signIn.network }
  app.security.record('login', about, 'identity')
  return opened
}

/** Points at the credential, because the code's own text speaks of links in emails. */
function refusedCredential(purpose: IdentityProvider['noncePurpose']): Refusal {
  const credential = purpose === 'oidc' ? 'sign_in_refused' : 'credential_refused'
  return new Refusal('wrong_token', { fields: { credential } })
}

/** Gives and takes the roles that the issuer's claims decide about, as the operator's command does. */
async function takeRoles(
  tx: Tx,
  app: Core,
  { personId, identity }: { readonly personId: number; readonly identity: Identity },
): Promise<void> {
  const by = { kind: 'operator', name: identity.issuer, reason: null } as const
  await changeSponsor(tx, app, by, { personId, isSponsor: identity.roles?.includes('sponsor') === true })
}

async function linkByPassword(
  app: SignInApp,
  identity: Identity,
  given: Pick<SignIn, 'network' | 'browserToken'> & { readonly password: string },
): Promise<{ readonly personId: number; readonly enter: (tx: Tx) => Promise<number> }> {
  const { email } = identity
  const { person: proved, isSuspicious } = await provePassword(app, { ...given, email })
  // A login would now ask for a mailed code; linking waits until the failures are forgotten.
  if (isSuspicious || proved === null)
    throw new Refusal('too_many_requests', { retryAfter: FAILURES_WITHIN_MS / 1_000 })
  const enter = async (tx: Tx) => {
    if (!(await isPasswordKept(tx, proved))) throw new Refusal('invalid_credentials')
    await forgetLoginFailures(tx, identity.email)
    return link(tx, app, { identity, personId: proved.personId })
  }
  return { personId: proved.personId, enter }
}

async function addNewcomer(tx: Tx, app: SignInApp, { identity, signIn }: Entry): Promise<number> {
  const personId = await addPerson(tx, app, {
    ...signIn,
    email: identity.email,
    username: suggestUsername(app, identity.name),
    passwordHash: null,
    now: app.clock.now(),
  })
  return link(tx, app, { identity, personId })
}

async function link(
  tx: Tx,
  { clock }: Core,
  { identity, personId }: { readonly identity: Identity; readonly personId: number },
): Promise<number> {
  // Another call has linked this identity first; the retry finds it.
  if (!(await insertIdentity(tx, { ...identity, personId, now: clock.now() })))
    throw new Refusal('unavailable', { retryAfter: 1 })
  return personId
}

/**
 * Makes a valid username from the name that an identity provider gives: words joined by underscores, diacritics dropped
 * (José: Jose). When too little is left, it is user_ and six digits.
 */
export function suggestUsername({ random }: { readonly random: Random }, name: string): string {
  const messages = Array.from(name.normalize('NFC'), (character) => {
    if (isAllowedInUsername(character)) return character
    const [base = ''] = character.normalize('NFD')
    if (isAllowedInUsername(base)) return base
    return /[\s.-]/.test(character) ? '_' : ''
  })
  const username = messages.join('').replace(/_+/g, '_').slice(0, USERNAME_LENGTH.max).replace(/^_|_$/g, '')
  return usernameProblem(username) === null ? username : `user_${random.code()}`
}

/**
 * Unlinks an identity. The last one stays as long as there is no password, or the person could not log in.
 * @throws Refusal not_found, last_login, session_expired
 */
export async function unlinkIdentity(
  { db, security }: Core,
  { actor, id }: { readonly actor: Person; readonly id: number },
): Promise<void> {
  const { personId } = actor
  await transact(db, async (tx) => {
    const email = await lockPerson(tx, personId)
    if (email === undefined) throw new Refusal('session_expired')
    if (!(await deleteIdentity(tx, { personId, id }))) throw new Refusal('not_found')
    const hasPassword = typeof (await findLogin(tx, email))?.passwordHash === 'string'
    if (!hasPassword && (await listIdentities(tx, personId)).length === 0) throw new Refusal('last_login')
  })
  security.record('identity', { personId }, 'cut')
}
