import { normalizePromocode } from '#shared/rules/uses.ts'
import type { Core } from '#server/core.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { usesLeft } from './balance.sql.ts'
import { giveUses } from './ledger.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { keyedHash } from '#server/config/secret.ts'
import { rememberGift } from './gifts.sql.ts'
import { isPromocodeKnown, redeemPromocode } from './promocodes.sql.ts'
import { foldAddress } from '#server/people/mailboxes.ts'

interface Activation {
  readonly holderId: number
  /** Whose address has it once. */
  readonly personId: number
  readonly email: string
  /** As the person typed it. */
  readonly promocode: string
}

interface Activated {
  /** What the person can spend afterwards. */
  readonly uses: number
  /** What the promocode gave. */
  readonly added: number
}

/**
 * Gives a person the uses of a promocode: once per mailbox, however the address is spelled and even after the account was
 * deleted, and to no more people than the code has places.
 * @throws Refusal promocode_used; promocode_ended when it is over or full; wrong_promocode when there is none
 */
export async function activatePromocode(
  app: Core,
  { holderId, personId, email, promocode }: Activation,
): Promise<Activated> {
  const code = normalizePromocode(promocode)
  if (code === null) throw new Refusal('wrong_promocode')
  const addressHash = keyedHash(app.secret, 'gift', foldAddress(email))
  // A thousand people with one code would otherwise hold every connection while waiting for its row.
  return app.runExclusive(`promocode ${code}`, () =>
    holderTransaction(app, { holderId, actorId: personId, scope: 'payments' }, async (tx) => {
      const now = app.clock.now()
      if (!(await rememberGift(tx, { addressHash, gift: `promocode ${code}`, personId, now })))
        throw new Refusal('promocode_used')
      const added = await redeemPromocode(tx, code, now)
      if (added === null)
        throw new Refusal((await isPromocodeKnown(tx, code)) ? 'promocode_ended' : 'wrong_promocode')
      // Of two members with one code, a team gets it once.
      if (!(await giveUses(tx, { holderId, kind: 'promocode', promocodeId: code, amount: added, now })))
        throw new Refusal('promocode_used')
      const { uses } = await tx.selectNoFrom(usesLeft(holderId, now).as('uses')).executeTakeFirstOrThrow()
      return { uses, added }
    }),
  )
}
