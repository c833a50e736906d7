import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange, textName } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { audienceBits, audiencesOf, contentTypeBits, contentTypesOf } from '#shared/rules/filters.ts'
import { searchText } from '#shared/rules/search-text.ts'
import { parseChannelLink, parseHandle } from '#server/platforms/named-channels.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import { holdsAddress } from '#server/platforms/written-addresses.ts'
import { type EditableFact, editedBits } from './channels.sql.ts'
import { isMangled, MAX_NAME, publicName } from './clean-text.ts'
import { refuseWhileImporting } from './import-lock.sql.ts'
import { type KnownChannel, lockNamed, refreshSearch } from './known-channels.sql.ts'

type Given = CommandInput<'channels edit'>

/** The facts to change. */
type ChannelEdit = Omit<Given, 'channel'>

/** A name as the catalogue shows it, without addresses; null when it is none. */
function readName(text: string): string | null {
  const name = publicName(text)
  return name === '' || name.length > MAX_NAME || isMangled(name) ? null : name
}

/** The handle that a text is, with or without @, or that an address has; null when it is none. */
function readHandle(text: string): string | null {
  return parseHandle(text, { bare: true }) ?? parseChannelLink(text, PLATFORMS).handle
}

/** The URL of a channel's page: of the video platform in its usual form, of another one as it is; null when it is none. */
function readUrl(text: string): string | null {
  const { url } = parseChannelLink(text, PLATFORMS)
  if (url !== null) return url
  if (!text.startsWith('https://') || text.length > 500 || !URL.canParse(text) || holdsAddress(text))
    return null
  return new URL(text).href
}

/**
 * Edits facts of a channel. From then on neither imports nor the refresh change these facts, until the operator edits them
 * again; a handle goes all the same when an import gives it to another channel.
 * @throws Refusal of 'channels edit'
 */
export async function editChannel(
  app: Core,
  by: Operator,
  { channel, ...asked }: Given,
): Promise<CommandOutput<'channels edit'>> {
  const edit = readFacts(asked)
  if (Object.values(edit).every((fact) => fact === undefined)) throw new Refusal('nothing_to_edit')
  try {
    return await transact(app.db, async (tx) => {
      await refuseWhileImporting(tx)
      const known = await lockNamed(tx, channel)
      const { id } = known
      const facts = columnsOf(edit)
      const given = Object.keys(facts) as EditableFact[]
      const old = columnsOf(factsOf(known))
      const changed = given.filter((fact) => facts[fact] !== old[fact])
      const edited = known.editedFacts | editedBits(given)
      const name = edit.name ?? known.name
      if (changed.length === 0 && edited === known.editedFacts) return { id, name, changed, isChanged: false }
      await writeFacts(tx, { id, edited, facts, now: app.clock.now() })
      await refreshSearch(tx, [id])
      const told = (columns: Columns) =>
        Object.fromEntries(given.map((fact) => [fact, tell(app, fact, columns)]))
      const [before, after] = [told(old), told(facts)]
      await noteChange(tx, app, by, { verb: 'channels edit', kind: 'channel', id, before, after })
      return { id, name, changed, isChanged: true }
    })
  } catch (error) {
    throw takenBy(error) ?? error
  }
}

/** @throws Refusal wrong_field */
function readFacts(given: ChannelEdit): ChannelEdit {
  const { name, handle, url, country, language } = given
  const read = (
    field: 'name' | 'handle' | 'url',
    text: string | undefined,
    value: (text: string) => string | null,
  ) => {
    if (text === undefined) return undefined
    const fact = value(text)
    if (fact === null) throw new Refusal('wrong_field', { extras: { field, problem: field } })
    return fact
  }
  return {
    ...given,
    name: read('name', name, readName),
    handle: read('handle', handle, readHandle),
    url: read('url', url, readUrl),
    country: country?.toUpperCase(),
    language: language?.toLowerCase(),
  }
}

type Columns = Readonly<Partial<Record<EditableFact, string | number | null>>>

function factsOf(known: KnownChannel) {
  const { name, handle, url, country, language } = known
  return {
    name,
    handle,
    url,
    country,
    language,
    types: contentTypesOf(known.contentTypes),
    audiences: audiencesOf(known.audiences),
  }
}

function columnsOf(facts: ChannelEdit | ReturnType<typeof factsOf>): Columns {
  const { name, handle, url, types, audiences, country, language } = facts
  const columns: Readonly<Record<EditableFact, string | number | null | undefined>> = {
    name,
    handle,
    url,
    content_types: types && contentTypeBits(types),
    audiences: audiences && audienceBits(audiences),
    country,
    language,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

async function writeFacts(
  tx: Tx,
  {
    id,
    edited,
    facts,
    now,
  }: { readonly id: number; readonly edited: number; readonly facts: Columns; readonly now: Date },
): Promise<void> {
  const { name } = facts
  const { nameKey, words } = searchText(typeof name === 'string' ? name : '')
  await tx
    .updateTable('channel')
    .set({
      ...(facts as object),
      ...(name !== undefined && { name_key: nameKey, search_words: words }),
      edited_facts: edited,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** What the audit keeps of a fact: names and addresses of pages only so that two can be compared. */
function tell({ secret }: Core, fact: EditableFact, columns: Columns) {
  const value = columns[fact] ?? null
  if (fact === 'content_types') return contentTypesOf(Number(value))
  if (fact === 'audiences') return audiencesOf(Number(value))
  if (fact === 'country' || fact === 'language') return value
  return textName(secret, value === null ? null : String(value))
}

const UNIQUE_VIOLATION = '23505'

function takenBy(error: unknown): Refusal<'handle_taken' | 'name_taken'> | null {
  if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) return null
  const index = 'constraint' in error ? error.constraint : null
  if (index === 'channel_handle') return new Refusal('handle_taken')
  return index === 'channel_source_name' ? new Refusal('name_taken') : null
}
