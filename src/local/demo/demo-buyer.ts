import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { setPassword, setUsername } from '#server/features/accounts/accounts.sql.ts'
import { addPerson } from '#server/features/accounts/add-person.ts'
import { forgetLoginFailures } from '#server/features/accounts/earlier-logins.sql.ts'
import { deletePasskeys, deleteTotp } from '#server/features/second-factor/second-factor.sql.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { giveUses } from '#server/features/uses/ledger.sql.ts'
import { hashPassword, findLogin, verifyPassword } from '#server/people/passwords.ts'
import { lockPerson } from '#server/people/person-transaction.ts'
import { Refusal } from '#server/refusal.ts'

/** The account of a demonstration with which everybody may look around. */
export const DEMO_BUYER = { email: 'buyer@demo.example', password: 'look around' } as const

const USERNAME = 'Demo_buyer'
const USES = 50
/** With fewer left it gets new ones. */
const USES_LOW = 10

type BuyerApp = Pick<App, 'db' | 'clock' | 'random' | 'secret' | 'config' | 'limits' | 'jobs' | 'legal'>

/** Makes that account, or makes good what others did to it: its password, name, second factor, and uses. */
export async function keepDemoBuyer(app: BuyerApp): Promise<void> {
  const { email, password } = DEMO_BUYER
  const known = await findLogin(app.db, email)
  const isKept = known !== undefined && (await verifyPassword(known.passwordHash, password))
  const passwordHash = isKept ? null : await hashPassword(password)
  const now = app.clock.now()
  try {
    const personId =
      known?.personId ??
      (await transact(app.db, (tx) =>
        addPerson(tx, app, {
          email,
          username: USERNAME,
          passwordHash,
          network: '127.0.0.1',
          language: 'en',
          now,
        }),
      ))
    await setUsername(app.db, { personId, username: USERNAME })
    await transact(app.db, async (tx) => {
      // Somebody has just deleted it: the next time makes it anew.
      if ((await lockPerson(tx, personId)) === undefined) return
      if (passwordHash !== null) await setPassword(tx, { personId, passwordHash })
      await deleteTotp(tx, personId)
      await deletePasskeys(tx, personId)
      await forgetLoginFailures(tx, email)
      const { left } = await tx.selectNoFrom(usesLeft(personId, now).as('left')).executeTakeFirstOrThrow()
      if (left >= USES_LOW) return
      const reason = `demonstration ${now.toISOString()}`
      await giveUses(tx, { personId, kind: 'grant', reason, amount: USES - left, now })
    })
  } catch (error) {
    // Another server has just made it.
    if (!(error instanceof Refusal && error.code === 'email_taken')) throw error
  }
}
