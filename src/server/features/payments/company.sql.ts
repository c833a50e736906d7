import type { Company } from '#shared/rules/company.ts'
import type { Db, Tx } from '#server/db/connect.ts'

export async function readCompany(db: Db | Tx, holderId: number): Promise<Company | null> {
  const row = await db
    .selectFrom('company')
    .select(['name', 'country', 'inn', 'kpp', 'vat_number as vatNumber', 'address'])
    .where('holder_id', '=', holderId)
    .executeTakeFirst()
  return row ?? null
}

export async function writeCompany(db: Db, holderId: number, company: Company): Promise<void> {
  const { vatNumber: vat_number, ...rest } = company
  const values = { ...rest, vat_number }
  await db
    .insertInto('company')
    .values({ holder_id: holderId, ...values })
    .onConflict((conflict) => conflict.column('holder_id').doUpdateSet(values))
    .execute()
}
