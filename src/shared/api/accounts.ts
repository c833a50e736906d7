import { z } from 'zod'
import { BLOCK_CATEGORIES } from '../rules/accounts.ts'
import { LANGUAGES } from '../i18n/messages.ts'
import { commands, line, listOf, OPERATOR_ROLES, page, period, upTo, who } from './command.ts'
import { endpoints } from './endpoint.ts'
import { email, givenCode, givenPassword, instant, linkToken, password, username } from './fields.ts'
import { givenSecondFactor, secondFactorAsked } from './second-factor.ts'
import { userData } from './sessions.ts'

const captchaPayload = z.string().min(1, 'required').max(10_000, 'too_long')
const agreed = z.literal(true, 'consent_missing')

const signInProvider = z.enum(['google', 'oidc'])

/** A sign-in with an account elsewhere: what the call may bring, and what it may answer. */
const identitySignIn = {
  who: 'anyone',
  limits: ['login'],
  furtherLimits: ['signup', 'totp', 'totp_day'],
  body: z.object({
    credential: z.string().min(1, 'required').max(10_000, 'too_long'),
    password: givenPassword.nullish(),
    isAgreed: z.boolean().nullish(),
    isConsentGiven: z.boolean().nullish(),
    ...givenSecondFactor,
  }),
  data: userData.nullable(),
  extras: z.object({
    isPasswordRequired: z.boolean().optional(),
    isConsentRequired: z.boolean().optional(),
    /** The address that the provider vouches for, when another proof is required. */
    email: z.string().optional(),
    ...secondFactorAsked,
  }),
  errors: [
    'not_found',
    'wrong_token',
    'provider_failed',
    'invalid_credentials',
    'wrong_second_factor',
    'account_blocked',
    'disposable_email',
    'email_taken',
  ],
} as const

export const accountsEndpoints = endpoints({
  'GET /config': {
    who: 'anyone',
    session: 'best-effort',
    limits: [],
    summary: 'What the web needs to know about this installation',
    data: z.object({
      /** `script` is the provider's widget, for the sign-up page; null when the page has its own. */
      captcha: z.object({
        provider: z.string(),
        siteKey: z.string().nullable(),
        script: z.string().nullable(),
      }),
      /**
       * `name` is for people. Google's button is a script of its own, for the login and sign-up pages; an OpenID Connect
       * issuer has none: `GET /auth/oidc` says where to send the browser.
       */
      signInProviders: z.array(
        z.object({
          provider: signInProvider,
          name: z.string(),
          clientId: z.string().nullable(),
          script: z.string().nullable(),
        }),
      ),
      packages: z.array(
        z.object({
          packageId: z.number().int(),
          name: z.string(),
          uses: z.number().int(),
          price: z.number().int(),
        }),
      ),
      /** The minimum length of a new password, and whether one that is easy to guess is refused or only advised against. */
      password: z.object({ min: z.number().int(), weak: z.enum(['advise', 'refuse']) }),
      /** What a new account gets for free. */
      welcomeUses: z.number().int(),
      /** Whether companies may pay by invoice. */
      invoices: z.boolean(),
      supportEmail: z.string(),
      socialLinks: z.array(z.object({ name: z.string(), url: z.string() })),
      sponsorCampaignUrl: z.string().nullable(),
      /**
       * The page with the emails of a local trial, reachable only from its own machine; null where emails are really
       * sent.
       */
      localInbox: z.string().nullable(),
      /** The account of a demonstration that everybody may use; null elsewhere. */
      demo: z.object({ email: z.string(), password: z.string() }).nullable(),
    }),
    errors: [],
  },
  'GET /captcha/challenge': {
    who: 'anyone',
    limits: [],
    summary: 'A proof-of-work challenge (ALTCHA v2); the solved payload is `recaptchaValue`',
    data: z.looseObject({}),
    bare: true,
    errors: ['not_found'],
  },
  'POST /verification/{action}': {
    who: {
      parameter: 'action',
      values: { signIn: 'anyone', reset: 'anyone', change: 'user', delete: 'user' },
    },
    scope: 'account',
    limits: ['attempt'],
    furtherLimits: [
      'verification_network',
      'link_network',
      'verification',
      'verification_day',
      'sign_up_day',
      'link_emails',
      'reset_day',
      'reset_late',
    ],
    summary: 'Request a code or a link by email',
    params: z.object({ action: z.enum(['signIn', 'reset', 'delete', 'change']) }),
    body: z.object({
      email,
      isRegistration: z.boolean().nullish(),
      recaptchaValue: captchaPayload.nullish(),
    }),
    data: z.object({ isUserExists: z.boolean() }),
    errors: ['wrong_captcha', 'provider_failed', 'disposable_email', 'forbidden', 'demo_account'],
  },
  'POST /checkCode': {
    who: 'anyone',
    changesNothing: true,
    limits: [],
    summary: 'Check a code without consuming it',
    body: z.object({ email, verification_code: givenCode }),
    data: z.null(),
    extras: z.object({ message: z.boolean() }),
    refusalExtras: z.object({ message: z.boolean() }),
    refusedWith: { message: false },
    errors: ['wrong_code'],
  },
  'POST /user': {
    who: 'anyone',
    limits: ['attempt'],
    furtherLimits: ['signup'],
    summary: 'Create an account with a checked code and log in',
    body: z.object({
      data: z.object({
        email,
        password,
        username,
        recaptchaValue: captchaPayload,
        verification_code: givenCode,
        isAgreed: agreed,
        isConsentGiven: agreed,
      }),
    }),
    data: userData,
    errors: ['wrong_captcha', 'wrong_code', 'email_taken'],
  },
  'POST /login': {
    duringMaintenance: true,
    who: 'anyone',
    limits: [],
    furtherLimits: [
      'login',
      'login_browser',
      'verification',
      'verification_day',
      'guessing_warning',
      'totp',
      'totp_day',
    ],
    summary: 'Log in; repeat the call with a mailed code or a second factor if the answer asks for it',
    body: z.object({
      email,
      password: givenPassword,
      verification_code: givenCode.nullish(),
      ...givenSecondFactor,
    }),
    data: userData.nullable(),
    extras: z.object({ isCodeRequired: z.boolean().optional(), ...secondFactorAsked }),
    errors: ['invalid_credentials', 'wrong_code', 'wrong_second_factor', 'account_blocked'],
  },
  'GET /auth/google/nonce': {
    who: 'anyone',
    limits: [],
    summary: 'A nonce for the Google button; only this browser can use the token that carries it, and once',
    data: z.object({ nonce: z.string() }),
    errors: ['not_found'],
  },
  'POST /auth/google': {
    ...identitySignIn,
    summary:
      'Sign in with a Google ID token; repeat the call with a password, both consents or a second factor if the answer asks for it',
  },
  'GET /auth/oidc': {
    who: 'anyone',
    limits: ['attempt'],
    summary: "The URL of the OpenID Connect issuer's page; only this browser can come back from it, and once",
    data: z.object({ url: z.string() }),
    errors: ['not_found', 'provider_failed'],
  },
  'POST /auth/oidc/code': {
    who: 'anyone',
    limits: ['attempt'],
    summary: 'Exchange what the issuer sent the browser back with for a credential',
    body: z.object({
      /** The query of the URL that the issuer sent the browser to, as it is. */
      query: z.string().min(1, 'required').max(10_000, 'too_long'),
    }),
    data: z.object({ credential: z.string() }),
    errors: ['not_found', 'wrong_token', 'provider_failed'],
  },
  'POST /auth/oidc': {
    ...identitySignIn,
    summary:
      'Sign in with that credential; repeat the call with a password, both consents or a second factor if the answer asks for it',
  },
  'PUT /reset': {
    who: 'anyone',
    limits: ['mailed_link'],
    summary: 'Set a new password with a mailed link, and end all sessions',
    body: z.object({ newPassword: password, token: linkToken }),
    data: z.null(),
    errors: ['wrong_token'],
  },
  'PUT /logout': {
    duringMaintenance: true,
    who: 'anyone',
    limits: ['mailed_link'],
    summary: 'End all sessions by a mailed link, and mail the link for a new password',
    body: z.object({ token: linkToken }),
    data: z.null(),
    errors: ['wrong_token'],
  },
  'PUT /terms': {
    who: 'user',
    scope: 'account',
    limits: [],
    summary: 'Note that the person has seen a version of the terms, which is not consent to them',
    body: z.object({ date: z.iso.date() }),
    data: z.null(),
    errors: [],
  },
  'GET /first-steps': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: 'How far a new person, or the team that it is asked for, has got',
    data: z.object({
      /** The person is not shown the steps any more. */
      isOver: z.boolean(),
      hasList: z.boolean(),
      hasContact: z.boolean(),
      hasNextStep: z.boolean(),
    }),
    errors: [],
  },
  'DELETE /first-steps': {
    who: 'user',
    scope: 'account',
    limits: [],
    summary: 'Show the first steps no more',
    data: z.null(),
    errors: [],
  },
  'GET /identities': {
    who: 'user',
    scope: 'account',
    limits: [],
    summary: "Accounts at providers that open the person's account",
    data: z.array(
      z.object({
        id: z.number().int(),
        provider: signInProvider,
        /** For people: of an issuer that is no longer set, its host. */
        name: z.string(),
        connectedAt: instant,
      }),
    ),
    errors: [],
  },
  'DELETE /identities/{id}': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    summary:
      'Disconnect one of these accounts, with a proof within ten minutes; the last one only if there is a password',
    params: z.object({ id: z.coerce.number().int().positive() }),
    data: z.null(),
    errors: ['not_found', 'last_login', 'password_required'],
  },
})

/** What the operator sees of a person. */
export const personSummary = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  createdAt: z.date(),
  isSponsor: z.boolean(),
  blockedAt: z.date().nullable(),
  /** The kind of reason that the person sees. */
  blockedFor: z.string().nullable(),
  uses: z.int(),
  purchases: z.int(),
  sessions: z.int(),
})

/** A person in a list. */
const personRow = personSummary.omit({ purchases: true, sessions: true, blockedFor: true }).extend({
  /** As an operator; null for everybody else. */
  role: z.enum(OPERATOR_ROLES).nullable(),
})

/** Emails of which a trace is kept. */
export const EMAIL_KINDS = [
  'code',
  'link',
  'invitation',
  'receipt',
  'refund',
  'subscription',
  'digest',
] as const

const isChanged = z.boolean()

/** Of the email to them; by default that of their last payment, otherwise English. */
const emailLanguage = z.enum(LANGUAGES).meta({ hint: 'tag' }).optional()

export const accountsCommands = commands({
  'users find': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ who }),
    args: ['who'],
    output: personSummary.extend({
      /** What stands for the person and the address in the lines of security events. */
      security: z.object({ person: z.string(), address: z.string() }),
      /** The teams that they belong to. */
      teams: z.array(z.object({ id: z.int(), name: z.string(), role: z.string() })),
    }),
    refusals: ['no_such_person'],
  },
  'users grant': {
    atLeast: 'operator',
    input: z.object({ who, uses: upTo(1_000_000), key: line.optional() }),
    args: ['who'],
    reason: true,
    output: z.object({
      /** False when the key has given these uses before. */
      isChanged,
      person: personSummary,
    }),
    refusals: ['no_such_person', 'grant_key_used'],
  },
  'users take': {
    atLeast: 'operator',
    input: z.object({ who, uses: upTo(1_000_000) }),
    args: ['who'],
    reason: true,
    dryRun: true,
    output: z.object({
      id: z.int(),
      taken: z.int(),
      /** Unspent uses of grants that are left. */
      left: z.int(),
    }),
    refusals: ['no_such_person', 'granted_less'],
  },
  'users list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({
      /** The username or the address, exactly. */
      name: line.optional(),
      blocked: z.boolean().default(false),
      sponsors: z.boolean().default(false),
      /** Operators of this role. */
      role: z.enum(OPERATOR_ROLES).meta({ hint: 'role' }).optional(),
      ...period,
      ...page,
    }),
    output: listOf(personRow, {}),
    refusals: [],
  },
  'users activity': {
    atLeast: 'support',
    changesNothing: true,
    input: z.object({ who }),
    args: ['who'],
    output: z.object({
      id: z.int(),
      sessions: z.array(z.object({ device: z.string(), openedAt: z.date(), lastSeenAt: z.date() })),
      /** Limits that the account has used up, with when they open again. */
      limits: z.array(z.object({ limit: z.string(), calls: z.int(), until: z.date() })),
      /** Of what is kept: emails themselves are not. */
      emails: z.array(z.object({ kind: z.enum(EMAIL_KINDS), at: z.date() })),
    }),
    refusals: ['no_such_person'],
  },
  'users drop-second-factor': {
    atLeast: 'support',
    input: z.object({ who }),
    args: ['who'],
    reason: 'optional',
    confirm: 'who',
    output: z.object({ isChanged }),
    refusals: ['no_such_person'],
  },
  'users sponsor': {
    atLeast: 'operator',
    input: z.object({ who, off: z.boolean().default(false) }),
    args: ['who'],
    reason: 'optional',
    output: z.object({ isChanged, person: personSummary }),
    refusals: ['no_such_person'],
  },
  'users end-sessions': {
    atLeast: 'support',
    input: z.object({ who }),
    args: ['who'],
    reason: 'optional',
    output: z.object({ ended: z.int() }),
    refusals: ['no_such_person'],
  },
  'users block': {
    atLeast: 'support',
    input: z.object({
      who,
      category: z.enum(BLOCK_CATEGORIES).meta({ hint: 'kind' }).default('rules'),
      language: emailLanguage,
    }),
    args: ['who'],
    reason: true,
    opposite: 'users unblock',
    output: z.object({ id: z.int(), isChanged }),
    refusals: ['no_such_person'],
  },
  'users unblock': {
    atLeast: 'support',
    input: z.object({ who, language: emailLanguage }),
    args: ['who'],
    reason: true,
    opposite: 'users block',
    output: z.object({ id: z.int(), isChanged }),
    refusals: ['no_such_person'],
  },
})
