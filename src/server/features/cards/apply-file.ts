import { createHash } from 'node:crypto'
import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import { cleanNote, type FileReason, NOTE_MAX, TAG_MAX, TAGS_OF_CARD_MAX } from '#shared/rules/cards.ts'
import { cleanText } from '#shared/rules/clean-text.ts'
import type { ExportColumn } from '#shared/rules/purchases.ts'
import { withFormula } from '#shared/rules/spreadsheets.ts'
import type { Core } from '#server/core.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { type Card, readCards } from './cards.sql.ts'
import { changeCardsIn, type Noted, type Patch, patched, shownChanges, storedPrice } from './change-cards.ts'
import { addCards, addToList, lockChannels, readLists } from './lists.sql.ts'
import {
  type DayOrder,
  findColumns,
  findDayOrder,
  readCurrency,
  readDates,
  readPrice,
  readStage,
} from './read-cells.ts'

type Given = BodyOf<'POST /cards/file/preview'> & { readonly holderId: number }
type Preview = DataOf<'POST /cards/file/preview'>
type Line = Preview['lines'][number]

/**
 * What reading a file back would change. Holds up nobody: whatever changes meanwhile, `applyFile` notices.
 * @throws Refusal not_found: no such list; invalid_input: no column with channels' ids
 */
export async function previewFile(core: Core, given: Given): Promise<Preview> {
  return (await plan(core.db, core, given)).preview
}

/**
 * Changes what a preview of the same rows told, or nothing.
 * @throws Refusal changed_meanwhile with a fresh preview, not_found, invalid_input: too many cards or tags
 */
export async function applyFile(
  core: Core,
  { actorId, token, ...given }: Given & { readonly actorId: number; readonly token: string },
): Promise<DataOf<'POST /cards/file'>> {
  const { holderId, listId } = given
  return holderTransaction(core, { holderId, actorId, scope: 'purchases:write' }, async (tx) => {
    const { preview, added, changes } = await plan(tx, core, given)
    if (preview.token !== token) throw new Refusal('changed_meanwhile', { extras: { data: preview } })
    const now = core.clock.now()
    const channels = [...added.values()]
    if (!(await addCards(tx, { holderId, channels, now }))) {
      throw new Refusal('invalid_input', { fields: { table: 'cards_full' } })
    }
    if (listId !== undefined) await addToList(tx, { holderId, listId, channels, now })
    const { changed, skipped } = await changeCardsIn(tx, now, { holderId, actorId, changes })
    // A merge of channels does not wait for the holder.
    if (skipped.length > 0) throw new Refusal('changed_meanwhile', { extras: { data: preview } })
    return {
      created: [...added.keys()],
      changed: changed.filter(({ channelId }) => !added.has(channelId)),
    }
  })
}

interface Plan {
  readonly preview: Preview
  /** Cards to make: the API's id, and our number of the channel. */
  readonly added: ReadonlyMap<string, number>
  readonly changes: readonly { readonly channelId: string; readonly version: number; readonly patch: Patch }[]
}

/** A card that is not there yet. */
const NEW: Noted = {
  stage: 'found',
  note: '',
  tags: [],
  next_step_on: null,
  price: null,
  currency: null,
  owner_id: null,
}

async function plan(db: Db | Tx, core: Core, { holderId, table, listId }: Given): Promise<Plan> {
  if (listId !== undefined && (await readLists(db, core, holderId, listId)).length === 0)
    throw new Refusal('not_found')
  const [header = [], ...body] = table
  const columns = findColumns(header)
  if (!columns.has('channelId')) throw new Refusal('invalid_input', { fields: { table: 'required' } })
  const cellOf = (row: readonly string[], column: ExportColumn) => row[columns.get(column) ?? -1]
  const idOf = (row: readonly string[]) => withFormula((cellOf(row, 'channelId') ?? '').trim())
  const filled = body
    .map((row, index) => ({ row, number: index + 2 }))
    .filter(({ row }) => row.some((cell) => cell.trim() !== ''))
  const ids = [...new Set(filled.map(({ row }) => idOf(row)))]
  const found = await readCards(db, holderId, { channelId: ids }, { limit: 2 * ids.length + 1 })
  const cards = Map.groupBy(found, ({ card }) => card.channelId)
  const missing = ids.filter((id) => !cards.has(id))
  const known = new Map((await lockChannels(db, holderId, missing, core)).map((one) => [one.channelId, one]))
  const order = findDayOrder(filled.map(({ row }) => cellOf(row, 'nextStepOn') ?? ''))
  const [seen, added] = [new Set<string>(), new Map<string, number>()]
  const changes: Plan['changes'][number][] = []
  const lines = filled.map(({ row, number }): Line => {
    const channelId = idOf(row)
    const [own, ...others] = cards.get(channelId) ?? []
    const card = others.length === 0 ? own?.card : undefined
    const channel = card ?? known.get(channelId)
    const about = { row: number, channelId, channel_name: channel?.channel_name ?? null }
    const skipped = (reason: FileReason): Line => ({ ...about, ...SKIPPED, reason })
    if (channel === undefined) return skipped('unknown_channel')
    if (seen.has(channelId)) return skipped('duplicate')
    seen.add(channelId)
    const was = card === undefined ? NEW : notedOf(card)
    const patch = patchOf((column) => cellOf(row, column), was, order)
    if (typeof patch === 'string') return skipped(patch)
    const shown = shownChanges(was, patched(was, patch))
    const ignored = ignoredOf((column) => cellOf(row, column), card)
    const version = cellOf(row, 'version')?.trim() ?? ''
    if (shown.length > 0 && version !== '' && Number(version) !== card?.version) {
      return { ...skipped('changed_meanwhile'), changes: shown, ignored }
    }
    if (card === undefined && shown.length === 0 && listId === undefined) return skipped('nothing_noted')
    if (card === undefined) added.set(channelId, known.get(channelId)!.id)
    if (shown.length > 0) changes.push({ channelId, version: card?.version ?? 1, patch })
    const outcome = card === undefined ? 'create' : shown.length > 0 ? 'update' : 'unchanged'
    return { ...about, outcome, reason: null, changes: shown, ignored }
  })
  const count = (wanted: Line['outcome']) => lines.filter(({ outcome }) => outcome === wanted).length
  const counts = {
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    skipped: count('skipped'),
  }
  const token = createHash('sha256')
    .update(JSON.stringify([lines, changes, listId]))
    .digest('base64url')
  return { preview: { token, counts, lines }, added, changes }
}

const SKIPPED = { outcome: 'skipped', changes: [], ignored: [] } as const satisfies Partial<Line>

function notedOf(card: Card): Noted {
  return {
    stage: card.stage,
    note: card.note,
    tags: card.tags,
    next_step_on: card.nextStepOn,
    ...storedPrice(card.price),
    owner_id: null,
  }
}

type Cells = (column: ExportColumn) => string | undefined

/** What a row sets; a column or cell that is missing sets nothing, an empty cell takes away. Or why the row cannot be read. */
function patchOf(cellOf: Cells, was: Noted, order: DayOrder): Patch | FileReason {
  const patch: { -readonly [Field in keyof Patch]: Patch[Field] } = {}
  const [stage = '', note, tags, date] = (['status', 'note', 'tags', 'nextStepOn'] as const).map(cellOf)
  if (stage.trim() !== '') {
    patch.stage = readStage(stage)
    if (patch.stage === undefined) return 'unknown_stage'
  }
  if (note !== undefined) {
    // A note that really begins with an apostrophe stays.
    patch.note = cleanNote(note) === was.note ? was.note : cleanNote(withFormula(note))
    if (patch.note.length > NOTE_MAX) return 'long_note'
  }
  if (tags !== undefined) {
    const all = (text: string) =>
      text
        .split(',')
        .map(cleanText)
        .filter((tag) => tag !== '')
    const isSame = all(tags).toSorted().join() === was.tags.join()
    patch.tags = [...new Set(all(isSame ? tags : withFormula(tags)))]
    if (patch.tags.length > TAGS_OF_CARD_MAX || patch.tags.some(({ length }) => length > TAG_MAX))
      return 'bad_tags'
  }
  if (date !== undefined) {
    const dates = readDates(date, order)
    const [only = null] = dates
    const isKnown = was.next_step_on !== null && dates.includes(was.next_step_on)
    if (date.trim() !== '' && dates.length !== 1 && !isKnown) return 'bad_date'
    patch.nextStepOn = isKnown ? was.next_step_on : only
  }
  const price = priceIn(cellOf, was)
  if (price === undefined) return 'bad_price'
  return { ...patch, ...price }
}

/** Amount and currency of a row; one of them alone leaves the other as it is. Undefined: it cannot be read. */
function priceIn(cellOf: Cells, was: Noted): Pick<Patch, 'price'> | undefined {
  const [amount, currency] = [cellOf('price'), cellOf('currency')?.trim() ?? '']
  const named = currency === '' ? undefined : readCurrency(currency)
  if (currency !== '' && named === undefined) return undefined
  if (amount === undefined && currency === '') return {}
  if (amount?.trim() === '') return { price: null }
  const read = amount === undefined ? was.price !== null && { amount: was.price / 100 } : readPrice(amount)
  if (read === undefined || read === false) return undefined
  const beside = 'currency' in read ? read.currency : undefined
  if (named !== undefined && beside !== undefined && named !== beside) return undefined
  const known = named ?? beside ?? readCurrency(was.currency ?? '')
  return known === undefined ? undefined : { price: { amount: read.amount, currency: known } }
}

/** Which cells differ from the card although nothing is read from them. */
function ignoredOf(cellOf: Cells, card: Card | undefined): Line['ignored'] {
  const stored = { email: card?.purchase?.email ?? '', owner: card?.owner?.username ?? '' }
  return (['email', 'owner'] as const).filter((column) => {
    const cell = cellOf(column)
    return cell !== undefined && withFormula(cell.trim()).toLowerCase() !== stored[column].toLowerCase()
  })
}
