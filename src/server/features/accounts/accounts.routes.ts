import type { UserData } from '#shared/api/sessions.ts'
import type { BodyOf, contractByFeature } from '#shared/api/contract.ts'
import { PACKAGES } from '#shared/rules/uses.ts'
import { type Actor, personOf } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import type { Json } from '#server/json.ts'
import { Refusal } from '#server/refusal.ts'
import type { RequestFacts, Routes } from '#server/feature.ts'
import type { IdentityProvider, IdentityProviders } from '#server/adapters/identity/identity.ts'
import { noteToldTerms } from './accounts.sql.ts'
import { createAccount, requestSignUpCode } from './create-account.ts'
import { endSessionsByLink } from './end-sessions-by-link.ts'
import { endFirstSteps, readFirstSteps } from './first-steps.sql.ts'
import { holdingsIn, readUser } from '#server/features/sessions/user-data.sql.ts'
import { listIdentities } from './identities.sql.ts'
import { logIn } from './log-in.ts'
import { demandProof } from '#server/features/sessions/reauthenticate.ts'
import { logOut } from '#server/features/sessions/end-sessions.ts'
import { issueNonce } from '#server/people/nonces.ts'
import type { OpenedSession } from '#server/features/sessions/open-session.ts'
import type { GivenSecondFactor } from '#server/features/second-factor/pass-second-factor.ts'
import { readBank } from '#server/config/shop.ts'
import { requestChangeCode, requestDeletion } from './request-own-change.ts'
import { requestReset, resetPassword } from './reset-password.ts'
import { finishSignIn, signInWithIdentity, unlinkIdentity } from './sign-in-with-identity.ts'
import { writeUserData } from '#server/features/sessions/write-user-data.ts'
import { checkCode } from './codes.ts'

const GOOGLE_NAME = 'Google'

export const accountsRoutes: Pick<Routes, keyof (typeof contractByFeature)['accounts']> = {
  'GET /config': async ({ app: { config, captcha, identity, localInboxUrl, demo } }) => ({
    data: {
      captcha: {
        provider: captcha.provider,
        siteKey: captcha.siteKey,
        script: captcha.widget?.script ?? null,
      },
      signInProviders: signInProviders(identity),
      packages: [...PACKAGES],
      password: { min: config.passwordMin, weak: config.passwordCommon },
      welcomeUses: config.welcomeUses,
      invoices: readBank(config) !== null,
      supportEmail: config.supportEmail,
      socialLinks: config.socialLinks.map(socialLink),
      sponsorCampaignUrl: config.sponsorCampaignUrl === '' ? null : config.sponsorCampaignUrl,
      localInbox: localInboxUrl,
      demo: demo?.buyer ?? null,
    },
  }),

  'GET /captcha/challenge': async ({ app, request: { network } }) => {
    const challenge = await app.captcha.challenge({ network })
    if (challenge === null) throw new Refusal('not_found')
    return { data: { ...challenge } }
  },

  'POST /verification/{action}': async ({ app, params: { action }, body, actor, request }) => {
    const { email } = body
    switch (action) {
      case 'signIn': {
        const captchaPayload = body.recaptchaValue ?? null
        const browserToken = ensureBrowserToken(app, request)
        const { network, language } = request
        const isUserExists = await requestSignUpCode(app, {
          email,
          captchaPayload,
          browserToken,
          network,
          language,
        })
        return { data: { isUserExists } }
      }
      case 'reset':
        await requestReset(app, { email, network: request.network, language: request.language })
        return { data: { isUserExists: true } }
      case 'change': {
        const browserToken = ensureBrowserToken(app, request)
        const { network, language } = request
        await requestChangeCode(app, { actor, email, browserToken, network, language })
        return { data: { isUserExists: true } }
      }
      case 'delete': {
        const { network, language } = request
        return { data: { isUserExists: await requestDeletion(app, { actor, email, network, language }) } }
      }
    }
  },

  'POST /checkCode': async ({ app, body, request: { browserToken, network } }) => {
    const found = await checkCode(app, {
      email: body.email,
      code: body.verification_code,
      purposes: ['signIn', 'change', 'login'],
      browserToken,
      network,
    })
    if (found.isUsed) throw new Refusal('wrong_code')
    return { data: null, message: true }
  },

  'POST /user': async ({ app, body: { data }, actor, request }) => {
    const session = await createAccount(app, {
      email: data.email,
      password: data.password,
      username: data.username,
      code: data.verification_code,
      captchaPayload: data.recaptchaValue,
      browserToken: request.browserToken,
      network: request.network,
      userAgent: request.userAgent,
      language: request.language,
      replacesSession: personOf(actor)?.sessionId ?? null,
    })
    return { data: await enter(app, request, session) }
  },

  'POST /login': async ({ app, body, actor, request }) => {
    const session = await logIn(app, {
      email: body.email,
      password: body.password,
      code: body.verification_code ?? null,
      ...givenFactor(body),
      browserToken: ensureBrowserToken(app, request),
      network: request.network,
      userAgent: request.userAgent,
      language: request.language,
      replacesSession: personOf(actor)?.sessionId ?? null,
    })
    if (session === null) return { data: null, isCodeRequired: true }
    if ('needs' in session) {
      return { data: null, isSecondFactorRequired: true, secondFactor: session.secondFactor }
    }
    return { data: await enter(app, request, session) }
  },

  'GET /auth/google/nonce': async ({ app, request }) => {
    if (app.identity.google === null) throw new Refusal('not_found')
    return { data: { nonce: issueNonce(app, ensureBrowserToken(app, request)) } }
  },

  'POST /auth/google': async ({ app, body, actor, request }) => {
    if (app.identity.google === null) throw new Refusal('not_found')
    return comeWithIdentity(app, app.identity.google, { body, actor, request })
  },

  'GET /auth/oidc': async ({ app, request }) => {
    if (app.identity.oidc === null) throw new Refusal('not_found')
    const browserToken = ensureBrowserToken(app, request)
    const state = issueNonce(app, browserToken, 'oidc')
    return { data: { url: await app.identity.oidc.start({ state, browserToken }) } }
  },

  'POST /auth/oidc/code': async ({ app, body: { query }, request }) => {
    if (app.identity.oidc === null) throw new Refusal('not_found')
    const { browserToken, network } = request
    return {
      data: { credential: await finishSignIn(app, app.identity.oidc, { query, browserToken, network }) },
    }
  },

  'POST /auth/oidc': async ({ app, body, actor, request }) => {
    if (app.identity.oidc === null) throw new Refusal('not_found')
    return comeWithIdentity(app, app.identity.oidc, { body, actor, request })
  },

  'PUT /reset': async ({ app, body, actor, request }) => {
    await resetPassword(app, { ...body, network: request.network, language: request.language })
    await logOut(app, actor, request.network)
    request.setSession(null)
    return { data: null }
  },

  'PUT /logout': async ({ app, body: { token }, actor, request }) => {
    const { network, language } = request
    const personId = await endSessionsByLink(app, { token, network, language })
    if (personOf(actor)?.personId === personId) request.setSession(null)
    return { data: null }
  },

  'GET /identities': async ({ app, actor }) => ({
    data: (await listIdentities(app.db, actor.personId)).map(({ id, issuer, createdAt }) => ({
      id,
      ...providerOf(app.identity, issuer),
      connectedAt: createdAt.toISOString(),
    })),
  }),

  'PUT /terms': async ({ app: { db, legal }, actor: { personId }, body: { date } }) => {
    const newest = legal.terms[0].date
    await noteToldTerms(db, { personId, date: date < newest ? date : newest })
    return { data: null }
  },

  'GET /first-steps': async ({ app: { db }, actor }) => ({ data: await readFirstSteps(db, actor) }),

  'DELETE /first-steps': async ({ app: { db, clock }, actor: { personId } }) => {
    await endFirstSteps(db, { personId, now: clock.now() })
    return { data: null }
  },

  'DELETE /identities/{id}': async ({ app, actor, params: { id } }) => {
    await demandProof(app, actor)
    await unlinkIdentity(app, { actor, id })
    return { data: null }
  },
}

/** Gives the browser its new session. @returns the user data */
async function enter(
  app: App,
  request: RequestFacts,
  { token, personId, sessionId, csrfToken }: OpenedSession,
): Promise<Json<UserData>> {
  // Not by the session: ten newer ones, or a change of the password, may have ended it already, as its next call will tell.
  const user = await readUser(app.db, personId, app.clock.now())
  if (user === undefined) throw new Refusal('unavailable', { retryAfter: 1 })
  request.setSession(token)
  const { email, username, isSponsor } = user
  const session = { personId, holderId: personId, role: 'own', sessionId, csrfToken } as const
  const actor = { kind: 'person', ...session, email, username, isSponsor } as const
  return writeUserData(app, { actor, holdings: holdingsIn(user) })
}

interface IdentityCall {
  readonly body: BodyOf<'POST /auth/google'>
  readonly actor: Actor
  readonly request: RequestFacts
}

/** Answers a sign-in with an account elsewhere: the session, or what the call must be repeated with. */
async function comeWithIdentity(
  app: App,
  provider: IdentityProvider,
  { body, actor, request }: IdentityCall,
) {
  const { browserToken, network, userAgent, language } = request
  const came = await signInWithIdentity(app, provider, {
    credential: body.credential,
    password: body.password ?? null,
    ...givenFactor(body),
    isConsentGiven: body.isAgreed === true && body.isConsentGiven === true,
    browserToken,
    network,
    userAgent,
    language,
    replacesSession: personOf(actor)?.sessionId ?? null,
  })
  if ('token' in came) return { data: await enter(app, request, came) }
  if (came.needs === 'secondFactor') {
    return { data: null, isSecondFactorRequired: true, secondFactor: came.secondFactor }
  }
  const { needs, email } = came
  return {
    data: null,
    email,
    ...(needs === 'password' ? { isPasswordRequired: true } : { isConsentRequired: true }),
  }
}

/** What pages need to know about the configured providers. */
function signInProviders({ google, oidc }: IdentityProviders) {
  return [
    ...(google === null
      ? []
      : [
          {
            provider: 'google' as const,
            name: GOOGLE_NAME,
            clientId: google.clientId,
            script: google.widget.script,
          },
        ]),
    ...(oidc === null ? [] : [{ provider: 'oidc' as const, name: oidc.name, clientId: null, script: null }]),
  ]
}

/** Whose account an identity is. Google's name has no scheme, an issuer's always has. */
function providerOf({ oidc }: IdentityProviders, issuer: string) {
  if (!URL.canParse(issuer)) return { provider: 'google' as const, name: GOOGLE_NAME }
  return { provider: 'oidc' as const, name: oidc?.issuer === issuer ? oidc.name : new URL(issuer).hostname }
}

/** The second factor that came with a login, if any. */
function givenFactor(body: BodyOf<'POST /login'> | BodyOf<'POST /auth/google'>): GivenSecondFactor {
  return { factorCode: body.second_factor_code ?? null, passkey: body.passkey ?? null }
}

/** The cookie that identifies this browser; sets one if there is none. */
function ensureBrowserToken({ random }: App, request: RequestFacts): string {
  if (request.browserToken !== null) return request.browserToken
  const token = random.token()
  request.setBrowserToken(token)
  return token
}

/** Reads `Name=https://...`, the form of the setting SOCIAL_LINKS. */
function socialLink(text: string): { readonly name: string; readonly url: string } {
  const [name = '', url = ''] = text.split(/=(.*)/s)
  return { name, url }
}
