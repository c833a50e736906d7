import { type Stage, STAGES } from '#shared/rules/cards.ts'
import type { CardRecord } from './card-records.ts'

export const ALL_CARDS: CardFilter = { text: '', stage: null, owner: null, tag: null, isDue: false }

/** Which cards are shown. */
export interface CardFilter {
  /** A part of the name, of the note or of a tag, in any case. */
  readonly text: string
  readonly stage: Stage | null
  /** Who is in charge. */
  readonly owner: number | 'none' | null
  readonly tag: string | null
  /** Only those whose next step is due. */
  readonly isDue: boolean
}

/** Lower-case texts of cards, made once for each. */
const texts = new WeakMap<CardRecord, string>()

function textOf(card: CardRecord): string {
  let text = texts.get(card)
  if (text === undefined) {
    text = [card.channel_name, card.note, ...card.tags].join('\n').toLowerCase()
    texts.set(card, text)
  }
  return text
}

/** @param today `YYYY-MM-DD` */
export function filterCards(
  cards: readonly CardRecord[],
  { text, stage, owner, tag, isDue }: CardFilter,
  today: string,
): readonly CardRecord[] {
  const wanted = text.trim().toLowerCase()
  const ownerId = owner === 'none' ? null : owner
  return cards.filter(
    (card) =>
      (stage === null || card.stage === stage) &&
      (owner === null || (card.owner?.userId ?? null) === ownerId) &&
      (tag === null || card.tags.includes(tag)) &&
      (!isDue || (card.nextStepOn !== null && card.nextStepOn <= today)) &&
      (wanted === '' || textOf(card).includes(wanted)),
  )
}

/**
 * Selects cards by what they were when the selection was made, so that none moves or disappears while it is worked on.
 * @param first the cards as first seen under this selection; new ones are added
 */
export function selectInPlace(
  cards: readonly CardRecord[],
  first: Map<string, CardRecord>,
  select: (cards: readonly CardRecord[]) => readonly CardRecord[],
): readonly CardRecord[] {
  const now = new Map(cards.map((card) => [card.channelId, card]))
  const then = cards.map((card) => {
    const known = first.get(card.channelId) ?? card
    first.set(card.channelId, known)
    return known
  })
  return select(then).map((card) => now.get(card.channelId) ?? card)
}

/** The cards of each stage, in the order of stages. */
export function byStage(cards: readonly CardRecord[]): ReadonlyMap<Stage, readonly CardRecord[]> {
  const columns = new Map<Stage, CardRecord[]>(STAGES.map((stage) => [stage, []]))
  for (const card of cards) columns.get(card.stage)?.push(card)
  return columns
}

/** Tags as they are typed, separated by commas. */
export function readTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.replace(/\s+/gu, ' ').trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** An amount as it is typed, `1 500,50` or `1,500.50`: null for none, NaN for what is no amount. */
export function readAmount(text: string): number | null {
  const bare = text.replace(/[\s\u00a0\u202f]/gu, '')
  if (bare === '') return null
  // A sign before two digits at the end is the decimal one; the others group thousands.
  const [, whole = '', , cents = ''] = /^(\d[\d.,]*?)(?:([.,])(\d{1,2}))?$/u.exec(bare) ?? []
  if (!/^\d{1,3}(?:[.,]\d{3})*$|^\d+$/u.test(whole)) return Number.NaN
  return Number(`${whole.replace(/[.,]/gu, '')}.${cents === '' ? '0' : cents}`)
}
