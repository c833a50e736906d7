import type { profileEndpoints } from '#shared/api/profile.ts'
import { Refusal } from '#server/refusal.ts'
import type { Routes } from '#server/route.ts'
import { readBelongings } from './belongings.sql.ts'
import { changePassword } from './change-password.ts'
import { changeUsername } from './change-username.ts'
import { cutIdentity } from './cut-identity.ts'
import { deleteAccount } from './delete-account.ts'
import { describeDevice } from './describe-device.ts'
import { exportAccount } from './export-account.ts'
import { listIdentities } from './identities.sql.ts'
import { logOut } from './log-out.ts'
import { deleteOtherSessions, deleteOwnSession, listSessions } from './sessions.sql.ts'
import { writeUserData } from './write-user-data.ts'

export const profileRoutes: Pick<Routes, keyof typeof profileEndpoints> = {
  'PUT /update/{user_id}': async ({ app, body, caller, request }) => {
    const { changeMethod, newValue } = body
    if (changeMethod === 'username') {
      await changeUsername(app, { personId: caller.personId, username: newValue, network: request.network })
    } else {
      const { browserToken, network, language } = request
      const code = body.verification_code ?? ''
      await changePassword(app, { caller, newPassword: newValue, code, browserToken, network, language })
    }
    const username = changeMethod === 'username' ? newValue : caller.username
    const now = app.clock.now()
    const belongings = await readBelongings(app.db, caller.personId, now)
    return { dataJson: writeUserData({ caller: { ...caller, username }, belongings }, now) }
  },

  'DELETE /delete': async ({ app, body, caller, request }) => {
    await deleteAccount(app, { ...body, network: request.network })
    // The link may be another account's; what this browser had ends on the server, too.
    await logOut(app, caller, request.network)
    request.setSession(null)
    return { data: { isAccountDeleted: true } }
  },

  'GET /sessions': async ({ app, caller }) => {
    const sessions = await listSessions(app.db, caller.personId, app.clock.now())
    return {
      data: sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
        id,
        isCurrent: id === caller.sessionId,
        ...describeDevice(userAgent),
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
    }
  },

  'DELETE /sessions/{id}': async ({ app, params: { id }, caller, request }) => {
    const { personId, sessionId } = caller
    if (!(await deleteOwnSession(app.db, { personId, sessionId: id }))) throw new Refusal('not_found')
    const { network } = request
    app.security.record('session_ended', { personId, network }, id === sessionId ? 'own' : 'other')
    if (id === sessionId) request.setSession(null)
    return { data: null }
  },

  'DELETE /sessions': async ({ app, caller, request: { network } }) => {
    const ended = await deleteOtherSessions(app.db, caller)
    app.security.record('session_ended', { personId: caller.personId, network }, 'all_others')
    return { data: { ended } }
  },

  'GET /identities': async ({ app, caller }) => ({
    data: (await listIdentities(app.db, caller.personId)).map(({ id, createdAt }) => ({
      id,
      // The only provider so far.
      provider: 'google' as const,
      connectedAt: createdAt.toISOString(),
    })),
  }),

  'DELETE /identities/{id}': async ({ app, caller, params: { id } }) => {
    await cutIdentity(app, { caller, id })
    return { data: null }
  },

  'GET /account/export': async ({ app, caller: { personId }, request: { network } }) => ({
    data: await exportAccount(app, { personId, network }),
  }),
}
