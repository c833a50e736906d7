import type { ClientBase } from 'pg'

const NAMED = ['name', 'name_key', 'search_words'] as const
/** Facts that are 0 when unknown; all others are null. */
export const SETS: readonly string[] = ['content_types', 'audiences']
export const FACTS = [
  ...NAMED,
  'content_types',
  'audiences',
  'handle',
  'url',
  'thumbnail_url',
  'subscribers',
  'views',
  'uploads',
  'country',
  'language',
  'last_upload_at',
  'status',
] as const

/** Facts that are refreshed from the platform between imports (`refresh-channels.ts`). */
export const REFRESHED: ReadonlySet<string> = new Set<string>([
  ...NAMED,
  'thumbnail_url',
  'subscribers',
  'views',
  'uploads',
  'last_upload_at',
  'status',
])

/** Facts that the operator can edit, in the order of their bits in `channel.edited_facts`. Never reorder: stored. */
const EDITABLE = ['name', 'handle', 'url', 'content_types', 'audiences', 'country', 'language'] as const
export type EditableFact = (typeof EDITABLE)[number]

/** The bit set that is stored for some edited facts. */
export function editedBits(facts: Iterable<EditableFact>): number {
  let bits = 0
  for (const fact of facts) bits |= 1 << EDITABLE.indexOf(fact)
  return bits
}

/** The facts that a stored bit set stands for. */
export function editedFacts(bits: number): EditableFact[] {
  return EDITABLE.filter((_, place) => (bits & (1 << place)) !== 0)
}

/** The condition that the operator has edited a fact of a channel; null for facts that nobody edits. */
function isEdited(fact: (typeof FACTS)[number], channel: string): string | null {
  const edited = EDITABLE.find((known) => known === (NAMED.includes(fact as never) ? 'name' : fact))
  if (edited === undefined) return null
  // A handle that another channel has taken is edited no more.
  return `${channel}.edited_facts & ${editedBits([edited])} <> 0${fact === 'handle' ? ` and ${channel}.handle is not null` : ''}`
}

/** Whether the given row's fact has the later date. */
function isLater(fact: (typeof FACTS)[number], old: string, given: string): string {
  const of = (row: string) =>
    REFRESHED.has(fact) ? `greatest(${row}.fetched_at, ${row}.refreshed_at)` : `${row}.fetched_at`
  return `${of(given)} >= ${of(old)}`
}

/**
 * The value of a fact after two rows about one channel: the newer row's when it is known there, otherwise the other's. An
 * unknown value never replaces a known one, nothing what the operator has edited, and a hidden channel stays hidden.
 * @param old the alias of a channel
 * @param isKnown whether the given row is a channel, too, whose edits count
 */
export function laterOf(fact: (typeof FACTS)[number], old: string, given: string, isKnown = false): string {
  const isSet = SETS.includes(fact)
  const of = (row: string) => (isSet ? `nullif(${row}.${fact}, 0)` : `${row}.${fact}`)
  const newer = `case when ${isLater(fact, old, given)} then ${of(given)} end`
  const later = `coalesce(${newer}, ${of(old)}, ${of(given)}${isSet ? ', 0' : ''})`
  if (fact === 'status')
    return `case when 'hidden' in (${old}.status, ${given}.status) then 'hidden' else ${later} end`
  const edited = [old, ...(isKnown ? [given] : [])].flatMap((row) => {
    const condition = isEdited(fact, row)
    return condition === null ? [] : [`when ${condition} then ${row}.${fact}`]
  })
  return edited.length === 0 ? later : `case ${edited.join(' ')} else ${later} end`
}

/** When the last upload that `laterOf` chooses was checked. */
export function laterCheck(old: string, given: string): string {
  return `case when ${given}.last_upload_at is not null and ${isLater('last_upload_at', old, given)}
    or ${old}.last_upload_at is null then ${given}.uploads_checked_at else ${old}.uploads_checked_at end`
}

/** The assignments of an UPDATE that merges the facts of `given` into `old`, its id too; the rest as of `laterOf`. */
export function assignLaterFacts(old: string, given: string, isKnown = false): string {
  return [
    ...FACTS.map((fact) => `${fact} = ${laterOf(fact, old, given, isKnown)}`),
    ...(isKnown ? [`edited_facts = ${old}.edited_facts | ${given}.edited_facts`] : []),
    `platform_id = coalesce(${old}.platform_id, ${given}.platform_id)`,
    `fetched_at = greatest(${old}.fetched_at, ${given}.fetched_at)`,
    `uploads_checked_at = ${laterCheck(old, given)}`,
    `refreshed_at = greatest(${old}.refreshed_at, ${given}.refreshed_at)`,
    'updated_at = now()',
  ].join(', ')
}

const NEW_CHANNEL = `id, platform, platform_id, source, fetched_at, uploads_checked_at, is_demo, has_contact,
  ${FACTS.join(', ')}`

/** @param rows a query of new channels, with all columns above */
export async function insertChannels(client: ClientBase, rows: string): Promise<void> {
  await client.query(`insert into channel (${NEW_CHANNEL}) select ${NEW_CHANNEL} from (${rows}) new`)
}

/** Merges later facts into known channels. @param rows a query of `channel_id` and the columns of a channel */
export async function updateChannels(client: ClientBase, rows: string): Promise<void> {
  await client.query(
    `update channel c set ${assignLaterFacts('c', 'r')} from (${rows}) r where c.id = r.channel_id`,
  )
}

/** Removes the handles of channels. @param ids a query of their ids */
export async function freeHandles(client: ClientBase, ids: string): Promise<void> {
  await client.query(`update channel set handle = null, updated_at = now() where id in (${ids})`)
}
