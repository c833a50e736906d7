import type { Core } from '#server/core.ts'
import { noteChange, type Operator, textName } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import {
  type Audience,
  audienceBits,
  audiencesOf,
  type ContentType,
  contentTypeBits,
  contentTypesOf,
} from '#shared/rules/filters.ts'
import { searchText } from '#shared/rules/search-text.ts'
import { holdsAddress, parseChannelLink } from './channel-links.ts'
import { type EditableFact, editedBits } from './channels.sql.ts'
import { isMangled, MAX_NAME, publicName } from './clean-text.ts'
import type { ChannelProblem } from './hide-channel.ts'
import { holdOffImports } from './import-lock.sql.ts'
import { type KnownChannel, lockKnown, refreshSearch } from './known-channels.sql.ts'

/** The facts to change. */
export interface ChannelEdit {
  /** As `readName` gives it. */
  readonly name?: string
  /** As `parseHandle` gives it. */
  readonly handle?: string
  /** As `readUrl` gives it. */
  readonly url?: string
  readonly contentTypes?: readonly ContentType[]
  readonly audiences?: readonly Audience[]
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string
  /** ISO 639-1, lower case. */
  readonly language?: string
}

/** A name as the catalogue shows it, without addresses; null when it is none. */
export function readName(text: string): string | null {
  const name = publicName(text)
  return name === '' || name.length > MAX_NAME || isMangled(name) ? null : name
}

/** The URL of a channel's page: of the video platform in its usual form, of another one as it is; null when it is none. */
export function readUrl(text: string): string | null {
  const { url } = parseChannelLink(text)
  if (url !== null) return url
  if (!text.startsWith('https://') || text.length > 500 || !URL.canParse(text) || holdsAddress(text))
    return null
  return new URL(text).href
}

interface Edited {
  readonly id: number
  readonly name: string
  /** The facts that were changed; those that were so already are only kept from now on. */
  readonly changed: readonly EditableFact[]
  /** False when all of it had been edited so before. */
  readonly isChanged: boolean
}

/**
 * Edits facts of a channel. From then on neither imports nor the refresh change these facts, until the operator edits them
 * again; a handle goes all the same when an import gives it to another channel.
 */
export async function editChannel(
  app: Core,
  by: Operator,
  { channel, edit }: { readonly channel: string; readonly edit: ChannelEdit },
): Promise<Edited | ChannelProblem | 'handle taken' | 'name taken'> {
  try {
    return await transact(app.db, async (tx) => {
      if (!(await holdOffImports(tx))) return 'an import is being written'
      const [known = 'no such channel'] = await lockKnown(tx, [channel])
      if (typeof known === 'string') return known
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
    const taken = takenBy(error)
    if (taken === null) throw error
    return taken
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
    contentTypes: contentTypesOf(known.contentTypes),
    audiences: audiencesOf(known.audiences),
  }
}

function columnsOf(facts: ChannelEdit | ReturnType<typeof factsOf>): Columns {
  const { name, handle, url, contentTypes, audiences, country, language } = facts
  const columns: Readonly<Record<EditableFact, string | number | null | undefined>> = {
    name,
    handle,
    url,
    content_types: contentTypes && contentTypeBits(contentTypes),
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

function takenBy(error: unknown): 'handle taken' | 'name taken' | null {
  if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) return null
  const index = 'constraint' in error ? error.constraint : null
  if (index === 'channel_handle') return 'handle taken'
  return index === 'channel_source_name' ? 'name taken' : null
}
