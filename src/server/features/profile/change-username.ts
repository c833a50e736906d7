import type { Core } from '#server/core.ts'
import { setUsername } from '#server/features/accounts/accounts.sql.ts'
import { Refusal } from '#server/refusal.ts'

/** Renames a person. @throws Refusal invalid_input (username_same): that is the present name */
export async function changeUsername(
  { db, security }: Core,
  { network, ...change }: { readonly personId: number; readonly username: string; readonly network: string },
): Promise<void> {
  if (!(await setUsername(db, change))) {
    throw new Refusal('invalid_input', { fields: { newValue: 'username_same' } })
  }
  security.record('username_changed', { personId: change.personId, network })
}
