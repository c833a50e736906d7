import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import { TEMPLATES_MAX } from '#shared/rules/templates.ts'

type Template = DataOf<'POST /templates'>

const SHOWN: RawBuilder<Template> = sql`
  id as "templateId", name, subject, body,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`

export async function listTemplates(db: Db, holderId: number): Promise<Template[]> {
  const { rows } = await sql<Template>`
    select ${SHOWN} from email_template where holder_id = ${holderId} order by lower(name), id`.execute(db)
  return rows
}

interface Given {
  readonly holderId: number
  readonly text: BodyOf<'POST /templates'>
}

/** The caller has locked the holder. @returns undefined when there is no room for another */
export async function insertTemplate(
  tx: Tx,
  { holderId, text: { name, subject, body }, now }: Given & { readonly now: Date },
): Promise<Template | undefined> {
  const { rows } = await sql<Template>`
    insert into email_template (holder_id, name, subject, body, created_at)
    select ${holderId}::integer, ${name}, ${subject}, ${body}, ${now}::timestamptz
    where (select count(*) from email_template where holder_id = ${holderId}) < ${TEMPLATES_MAX}
    returning ${SHOWN}`.execute(tx)
  return rows[0]
}

/** @returns undefined when there is no such template */
export async function updateTemplate(
  db: Db,
  { holderId, templateId, text: { name, subject, body } }: Given & { readonly templateId: number },
): Promise<Template | undefined> {
  const { rows } = await sql<Template>`
    update email_template set name = ${name}, subject = ${subject}, body = ${body}
    where holder_id = ${holderId} and id = ${templateId}
    returning ${SHOWN}`.execute(db)
  return rows[0]
}

/** @returns false when there is no such template */
export async function deleteTemplate(db: Db, holderId: number, templateId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('email_template')
    .where('holder_id', '=', holderId)
    .where('id', '=', templateId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
