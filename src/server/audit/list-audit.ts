import { SUBJECT_KINDS } from '#shared/api/audit.ts'
import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import { addressName } from '#server/security-log.ts'
import { listEntries, type Subject } from './audit.sql.ts'
import type { Operator } from '#server/actor/actor.ts'
import { sourceName } from './note-change.ts'

/** Shows entries of the audit, newest first: all, or those about somebody or something. @throws Refusal wrong_field */
export async function listAudit(
  core: Core,
  _by: Operator,
  { subject, since, after, limit }: CommandInput<'audit list'>,
): Promise<CommandOutput<'audit list'>> {
  return listEntries(core.db, {
    subjects: subject === undefined ? null : await subjectsOf(core, subject),
    since: since === undefined ? null : new Date(`${since}T00:00:00+03:00`),
    after: after ?? null,
    limit,
  })
}

/** What a text means: KIND:ID, or an address, which no entry holds, and the person whose it is. */
async function subjectsOf(core: Core, text: string): Promise<readonly Subject[]> {
  const [, named = '', id = ''] = /^(\w+):(.+)$/.exec(text) ?? []
  const kind = SUBJECT_KINDS.find((known) => known === named)
  // The entries have a hash of the host: that is what the list shows, while people know the host.
  if (kind === 'source')
    return [id, sourceName(core, id.toLowerCase())].map((source) => ({ kind, id: source }))
  if (kind !== undefined) return [{ kind, id }]
  const address = normalizeEmail(text)
  if (emailProblem(address) !== null)
    throw new Refusal('wrong_field', { extras: { field: 'subject', problem: 'subject' } })
  const people = await core.db.selectFrom('person').select('id').where('email', '=', address).execute()
  return [
    { kind: 'address', id: addressName(core.secret, address) },
    ...people.map((person) => ({ kind: 'person' as const, id: String(person.id) })),
  ]
}
