import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { isIP } from 'node:net'
import type { NewPasskey, PasskeyAnswer } from '#shared/api/second-factor.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { keyedHash } from '#server/config/secret.ts'
import { isNonceOf, issueNonce, takeNonce } from '#server/people/nonces.ts'
import { countPasskey, type StoredPasskey } from './second-factor.sql.ts'

/** EdDSA, ES256 and RS256 by their COSE numbers: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257]

/** The domain that passkeys are bound to, or null: browsers do not offer passkeys for a bare IP address. */
export function passkeyDomain({ config }: Core): string | null {
  const { hostname } = new URL(config.publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : null
}

interface Holder {
  readonly personId: number
  /** Where the answer must come from: the browser that logs in, or the session that adds a passkey. */
  readonly from: string
}

const holderText = ({ personId, from }: Holder) => `${personId} ${from}`

/** The WebAuthn options with which a browser proves one of these passkeys. */
export async function askForPasskey(
  app: Core,
  {
    rpID,
    passkeys,
    ...holder
  }: Holder & { readonly rpID: string; readonly passkeys: readonly StoredPasskey[] },
): Promise<Record<string, unknown>> {
  const challenge = issueNonce(app, holderText(holder), 'passkey login')
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(Buffer.from(challenge)),
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: 'preferred',
  })
  return { ...options }
}

interface GivenAnswer extends Holder {
  readonly rpID: string
  readonly passkeys: readonly StoredPasskey[]
  readonly answer: PasskeyAnswer
}

/** Checks a browser's answer and consumes its challenge. @returns false when it proves none of these passkeys */
export async function usePasskey(
  tx: Tx,
  app: Core,
  { rpID, passkeys, answer, ...holder }: GivenAnswer,
): Promise<boolean> {
  const passkey = passkeys.find(({ credentialId }) => credentialId === answer.id)
  if (passkey === undefined) return false
  const { userHandle, ...response } = answer.response
  const seen = seenChallenge(app, holder, 'passkey login')
  const verified = await verifyAuthenticationResponse({
    response: {
      ...answer,
      response: { ...response, ...(typeof userHandle === 'string' && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: seen.check,
    expectedOrigin: new URL(app.config.publicUrl).origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
    },
    requireUserVerification: false,
    // However the answer is malformed, it proves nothing.
  }).catch(() => null)
  if (verified?.verified !== true || seen.nonce === null) return false
  const now = app.clock.now()
  const { newCounter } = verified.authenticationInfo
  return (await takeNonce(tx, seen.nonce)) && countPasskey(tx, { id: passkey.id, counter: newCounter, now })
}

interface NewOwner extends Holder {
  readonly rpID: string
  readonly email: string
  /** The person's passkeys, so that an authenticator does not create a second one. */
  readonly passkeys: readonly StoredPasskey[]
}

/** The WebAuthn options with which a browser creates a passkey. */
export async function askForNewPasskey(
  app: Core,
  { rpID, email, passkeys, ...holder }: NewOwner,
): Promise<Record<string, unknown>> {
  const challenge = issueNonce(app, holderText(holder), 'passkey set-up')
  const options = await generateRegistrationOptions({
    rpName: 'Channelbook',
    rpID,
    userName: email,
    userID: new Uint8Array(keyedHash(app.secret, 'passkey user', String(holder.personId))),
    challenge: new Uint8Array(Buffer.from(challenge)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  return { ...options }
}

/** Verifies a new passkey. @returns what to store, or null when the answer is invalid */
export async function readNewPasskey(
  app: Core,
  { rpID, passkey, ...holder }: Holder & { readonly rpID: string; readonly passkey: NewPasskey },
): Promise<{
  readonly nonce: string
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
} | null> {
  const { clientDataJSON, attestationObject } = passkey.response
  const seen = seenChallenge(app, holder, 'passkey set-up')
  const verified = await verifyRegistrationResponse({
    response: { ...passkey, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: seen.check,
    expectedOrigin: new URL(app.config.publicUrl).origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(() => null)
  if (verified?.verified !== true || seen.nonce === null) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { nonce: seen.nonce, credentialId: id, publicKey, counter }
}

/** Checks the challenge of an answer and keeps it, to be consumed later. */
function seenChallenge(app: Core, holder: Holder, purpose: 'passkey login' | 'passkey set-up') {
  const seen: { nonce: string | null; check: (challenge: string) => boolean } = {
    nonce: null,
    check(challenge) {
      const nonce = Buffer.from(challenge, 'base64url').toString()
      if (!isNonceOf(app, { nonce, browserToken: holderText(holder), purpose })) return false
      seen.nonce = nonce
      return true
    },
  }
  return seen
}
