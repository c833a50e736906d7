import type { secondFactorEndpoints } from '#shared/api/second-factor.ts'
import type { Routes } from '#server/feature.ts'
import { passkeyDomain } from './passkeys.ts'
import { isFresh, reauthenticate } from '#server/features/sessions/reauthenticate.ts'
import { countRecoveryCodes, readSecondFactor } from './second-factor.sql.ts'
import { findLogin } from '#server/people/passwords.ts'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from './change-second-factor.ts'

export const secondFactorRoutes: Pick<Routes, keyof typeof secondFactorEndpoints> = {
  'GET /second-factor': async ({ app, actor }) => {
    const { totp, passkeys } = await readSecondFactor(app.db, actor.personId)
    const login = await findLogin(app.db, actor.email)
    return {
      data: {
        totp: totp === null ? null : { addedAt: totp.createdAt.toISOString() },
        passkeys: passkeys.map(({ id, createdAt, lastUsedAt }) => ({
          id,
          addedAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        recoveryCodesLeft: await countRecoveryCodes(app.db, actor.personId),
        isPasswordNeeded: !(await isFresh(app, actor)),
        hasPassword: typeof login?.passwordHash === 'string',
        isPasskeyPossible: passkeyDomain(app) !== null,
      },
    }
  },

  'POST /second-factor/totp': async ({ app, actor, body }) => {
    await reauthenticate(app, { actor, password: body.password ?? null })
    return { data: beginTotp(app, actor) }
  },

  'PUT /second-factor/totp': async ({ app, actor, body, request: { language } }) => ({
    data: { recoveryCodes: await confirmTotp(app, { actor, language, ...body }) },
  }),

  'DELETE /second-factor/totp': async ({ app, actor, body, request: { language } }) => {
    await reauthenticate(app, { actor, password: body.password ?? null })
    await removeTotp(app, { actor, language })
    return { data: null }
  },

  'POST /second-factor/passkeys': async ({ app, actor, body }) => {
    await reauthenticate(app, { actor, password: body.password ?? null })
    return { data: { options: await beginPasskey(app, actor) } }
  },

  'PUT /second-factor/passkeys': async ({ app, actor, body, request: { language } }) => ({
    data: { recoveryCodes: await addPasskey(app, { actor, language, passkey: body.passkey }) },
  }),

  'DELETE /second-factor/passkeys/{id}': async ({ app, actor, body, params: { id }, request }) => {
    await reauthenticate(app, { actor, password: body.password ?? null })
    await removePasskey(app, { actor, language: request.language, id })
    return { data: null }
  },

  'POST /second-factor/recovery-codes': async ({ app, actor, body, request: { language } }) => {
    await reauthenticate(app, { actor, password: body.password ?? null })
    return { data: { recoveryCodes: await renewRecoveryCodes(app, { actor, language }) } }
  },
}
