import { sql } from 'kysely'
import { hasRole, type Role } from '#shared/api/command.ts'
import { type CommandKey, commands } from '#shared/api/commands.ts'
import type { DataOf } from '#shared/api/contract.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { commandTexts } from '#shared/i18n/server-texts.ts'
import { normalizeEmail } from '#shared/rules/email.ts'
import type { Core } from '#server/core.ts'

type Found = DataOf<'GET /operator/find'>[number]

const FOUND_MAX = 20

interface Wanted {
  readonly text: string
  readonly role: Role
  readonly language: Language
}

/**
 * What a text may name: commands by words of theirs, all else by an exact number, address, id or name. Who has a creator's
 * address is found as a channel; the address is not in the answer.
 */
export async function findThings({ db }: Core, { text, role, language }: Wanted): Promise<Found[]> {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null
  const address = normalizeEmail(text)
  const { rows } = await sql<Found>`
    (select 'person' as kind, id::text, username as label from person
      where id = ${number} or email = ${address} or lower(username) = lower(${text}) order by person.id limit 4)
    union all
    (select 'team', id::text, name from team where id = ${number} or lower(name) = lower(${text}) order by team.id limit 4)
    union all
    (select 'payment', id::text, state from payment where id::text = lower(${text}) limit 1)
    union all
    (select 'channel', id::text, name from channel
      where id = ${number} or platform_id = ${text} or handle = lower(ltrim(${text}, '@'))
        or id in (select channel_id from contact where address = ${address})
      order by channel.id limit 4)
    union all
    (select 'report', id::text, state from bad_contact_report where id = ${number})
    union all
    (select 'request', id::text, kind from creator_request where id = ${number})`.execute(db)
  return [...commandsNamed({ text, role, language }), ...rows].slice(0, FOUND_MAX)
}

/** Those whose words or sentence have all words of the text, in the order of the list. */
function commandsNamed({ text, role, language }: Wanted): Found[] {
  const words = text.toLowerCase().split(/\s+/)
  const texts = commandTexts[language].commands
  return (Object.keys(commands) as CommandKey[])
    .filter((key) => hasRole(role, commands[key].atLeast))
    .map((key): Found => ({ kind: 'command', id: key, label: texts[key].about }))
    .filter(({ id, label }) => words.every((word) => `${id} ${label}`.toLowerCase().includes(word)))
    .slice(0, FOUND_MAX / 2)
}
