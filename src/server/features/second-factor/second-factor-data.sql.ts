import type { PersonalData } from '#server/app.ts'

export const secondFactorData: PersonalData = {
  name: 'secondFactor',
  async read(db, personId) {
    const app = await db
      .selectFrom('totp')
      .select('created_at as addedAt')
      .where('person_id', '=', personId)
      .executeTakeFirst()
    const passkeys = await db
      .selectFrom('passkey')
      .select(['created_at as addedAt', 'last_used_at as lastUsedAt'])
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .execute()
    const { recoveryCodesLeft } = await db
      .selectFrom('recovery_code')
      .select((eb) => eb.fn.countAll<number>().as('recoveryCodesLeft'))
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow()
    return { authenticatorApp: app ?? null, passkeys, recoveryCodesLeft }
  },
}
