import type { Routes } from '#server/feature.ts'
import { changePassword } from '#server/features/accounts/change-password.ts'
import { logOut } from '#server/features/sessions/end-sessions.ts'
import { deleteAccount } from './delete-account.ts'
import { readHoldings, writeUserData } from '#server/features/sessions/user-data.sql.ts'
import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'
import { setUsername } from '#server/features/accounts/accounts.sql.ts'

export const profileRoutes = {
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
    const holdings = await readHoldings(app.db, caller.personId, now)
    return { dataJson: writeUserData({ caller: { ...caller, username }, holdings }, now) }
  },

  'DELETE /delete': async ({ app, body, caller, request }) => {
    await deleteAccount(app, { ...body, network: request.network })
    // The link may belong to another account; this browser's session ends either way.
    await logOut(app, caller, request.network)
    request.setSession(null)
    return { data: { isAccountDeleted: true } }
  },

  'GET /account/export': async ({ app, caller: { personId }, request: { network } }) => ({
    data: await exportAccount(app, { personId, network }),
  }),
} satisfies Partial<Routes>

/** Renames a person. @throws Refusal invalid_input (username_same): that is the present name */
async function changeUsername(
  { db, security }: Pick<App, 'db' | 'security'>,
  { network, ...change }: { readonly personId: number; readonly username: string; readonly network: string },
): Promise<void> {
  if (!(await setUsername(db, change))) {
    throw new Refusal('invalid_input', { fields: { newValue: 'username_same' } })
  }
  security.record('username_changed', { personId: change.personId, network })
}

/** Everything that the product stores about a person, read at one moment; each feature adds its part under its name. */
async function exportAccount(
  { db, clock, personalData, security }: Pick<App, 'db' | 'clock' | 'personalData' | 'security'>,
  { personId, network }: { readonly personId: number; readonly network: string },
): Promise<{ readonly exportedAt: string; readonly [part: string]: unknown }> {
  const all = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const parts: [string, unknown][] = []
      for (const data of personalData) parts.push([data.name, await data.read(tx, personId)])
      return { exportedAt: clock.now().toISOString(), ...Object.fromEntries(parts) }
    })
  security.record('exported', { personId, network })
  return all
}
