import type { SessionOperator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import {
  type GivenSecondFactor,
  passSecondFactor,
  type SecondFactorAsked,
} from '#server/features/second-factor/pass-second-factor.ts'
import { countTotpTry, digitsOf } from '#server/features/second-factor/totp.ts'
import { Refusal } from '#server/refusal.ts'
import { PROVED_MS } from './find-operator.ts'

/** What cannot be undone needs a proof no older than this. */
const FRESH_MS = 10 * 60_000

/** Until when the console is open to an operator's session. */
export function provedUntil({ operator: { provedAt } }: SessionOperator): string | null {
  return provedAt === null ? null : new Date(provedAt.getTime() + PROVED_MS).toISOString()
}

/** @throws Refusal proof_required */
export function demandFreshProof({ clock }: Core, { operator: { provedAt } }: SessionOperator): void {
  const isFresh = provedAt !== null && clock.now().getTime() - provedAt.getTime() < FRESH_MS
  if (!isFresh) throw new Refusal('proof_required')
}

/**
 * Opens the console to a session by a passkey or a code of an app; recovery codes do not open it.
 * @returns until when, or what can be given
 * @throws Refusal wrong_second_factor, too_many_requests
 */
export async function proveOperator(
  app: Core,
  actor: SessionOperator,
  given: GivenSecondFactor,
): Promise<{ readonly provedUntil: string } | SecondFactorAsked | null> {
  const { personId, sessionId, operator } = actor
  if (!operator.hasSecondFactor) return null
  if (given.factorCode !== null && digitsOf(given.factorCode) === null)
    throw new Refusal('wrong_second_factor')
  await countTotpTry(app, { personId, code: given.factorCode })
  return transact(app.db, async (tx) => {
    const asked = await passSecondFactor(tx, app, {
      ...given,
      personId,
      browserToken: `console ${sessionId}`,
    })
    if (asked !== null) return asked
    const now = app.clock.now()
    // Of the session that has ended meanwhile, or the factor that was dropped, there is nothing to prove.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('operator_proof')
      .columns(['session_id', 'proved_at'])
      .expression((eb) =>
        eb
          .selectFrom('session')
          .select((row) => ['session.id', row.val(now).as('proved_at')])
          .where('session.id', '=', sessionId)
          .where((row) =>
            row.or([
              row.exists(row.selectFrom('totp').select('person_id').where('person_id', '=', personId)),
              row.exists(row.selectFrom('passkey').select('id').where('person_id', '=', personId)),
            ]),
          ),
      )
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ proved_at: now }))
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('wrong_second_factor')
    return { provedUntil: provedUntil({ ...actor, operator: { ...operator, provedAt: now } })! }
  })
}
