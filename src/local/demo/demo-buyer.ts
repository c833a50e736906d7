import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { addPerson } from '#server/features/accounts/add-person.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { giveUses } from '#server/features/uses/ledger.sql.ts'
import { findLogin, hashPassword } from '#server/people/passwords.ts'
import { lockHolder } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'

/** The account of a demonstration with which everybody may look around. */
export const DEMO_BUYER = { email: 'buyer@demo.example', password: 'look around' } as const

const USERNAME = 'Demo_buyer'
const USES = 50
/** With fewer left it gets new ones. */
const USES_LOW = 10

type BuyerApp = Core & Pick<App, 'legal'>

/** Makes that account, and gives it new uses when few are left. Nothing else of it can be changed by those who use it. */
export async function keepDemoBuyer(app: BuyerApp): Promise<void> {
  const { email, password } = DEMO_BUYER
  const known = await findLogin(app.db, email)
  const passwordHash = known === undefined ? await hashPassword(password) : null
  const now = app.clock.now()
  const person = {
    email,
    username: USERNAME,
    passwordHash,
    network: '127.0.0.1',
    language: 'en',
    now,
  } as const
  try {
    const personId = known?.personId ?? (await transact(app.db, (tx) => addPerson(tx, app, person)))
    await transact(app.db, async (tx) => {
      // Deleted by the night's reset: the next time makes it anew.
      if (!(await lockHolder(tx, personId))) return
      const { left } = await tx.selectNoFrom(usesLeft(personId, now).as('left')).executeTakeFirstOrThrow()
      if (left >= USES_LOW) return
      const key = { grantKey: now.toISOString(), note: 'demonstration' }
      await giveUses(tx, { holderId: personId, kind: 'grant', ...key, amount: USES - left, now })
    })
  } catch (error) {
    // Another server has just made it.
    if (!(error instanceof Refusal && error.code === 'email_taken')) throw error
  }
}
