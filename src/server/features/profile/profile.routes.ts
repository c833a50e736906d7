import type { Routes } from '#server/feature.ts'
import { changePassword } from '#server/features/accounts/change-password.ts'
import { logOut } from '#server/features/sessions/end-sessions.ts'
import { demandProof } from '#server/features/sessions/reauthenticate.ts'
import { readHoldings } from '#server/features/sessions/user-data.sql.ts'
import { writeUserData } from '#server/features/sessions/write-user-data.ts'
import { changeUsername } from './change-username.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'

export const profileRoutes = {
  'PUT /update/{user_id}': async ({ app, body, actor, request }) => {
    const { changeMethod, newValue } = body
    if (changeMethod === 'username') {
      await changeUsername(app, { personId: actor.personId, username: newValue, network: request.network })
    } else {
      const { browserToken, network, language } = request
      const code = body.verification_code ?? ''
      await changePassword(app, { actor, newPassword: newValue, code, browserToken, network, language })
    }
    const username = changeMethod === 'username' ? newValue : actor.username
    const holdings = await readHoldings(app.db, actor.personId, app.clock.now())
    return { data: writeUserData(app, { actor: { ...actor, username }, holdings }) }
  },

  'DELETE /delete': async ({ app, body, actor, request }) => {
    await deleteAccount(app, { ...body, network: request.network })
    // The link may belong to another account; this browser's session ends either way.
    await logOut(app, actor, request.network)
    request.setSession(null)
    return { data: { isAccountDeleted: true } }
  },

  'GET /account/export': async ({ app, actor, request: { network } }) => {
    await demandProof(app, actor)
    return { data: await exportAccount(app, { personId: actor.personId, network }) }
  },
} satisfies Partial<Routes>
