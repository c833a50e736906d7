import { useEffect } from 'react'
import { UndoNotice } from '#web/features/reveals/ActionNotice.tsx'
import { useAction } from '#web/kit/actions/use-action.ts'
import { onLogout } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Actions, Lead, Stack } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { formatAgo, formatNumber } from '#web/kit/formats/format.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useValueText } from './CardParts.tsx'
import type { CardRecord, Person } from './card-records.ts'
import {
  type BulkPatch,
  type CardPatch,
  changeCard,
  changeCards,
  Conflict,
  contestedOf,
  type Undo,
  undoChange,
  valueOf,
} from './change-cards.ts'

/** What can be taken back, the last last. */
let undoable: readonly (() => void)[] = []
onLogout(() => {
  undoable = []
})

/** Lets a press of Undo, or of Ctrl+Z, take back what was just done. */
export function keepUndo(undo: () => void): () => void {
  const once = () => {
    if (!undoable.includes(once)) return
    undoable = undoable.filter((other) => other !== once)
    undo()
  }
  undoable = [...undoable, once].slice(-UNDO_MAX)
  return once
}

function dropUndo(undo: () => void): void {
  undoable = undoable.filter((other) => other !== undo)
}

const UNDO_MAX = 50
const SUBJECT = 'cards-changed'

/** Ctrl+Z, or Cmd+Z, outside of fields, which have their own. */
export function useUndoKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isField =
        event.target instanceof Element &&
        event.target.closest('input:not([type="checkbox"]), textarea') !== null
      if (isField || event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      const last = undoable.at(-1)
      if (last === undefined) return
      event.preventDefault()
      last()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

interface Asked {
  readonly conflict: Conflict
  /** When the person was told, in ms. */
  readonly at: number
  /** What the person saw when they changed it. */
  readonly seen: CardRecord
}

const conflicts = createStore<Asked | null>(null)
onLogout(() => conflicts.set(null))

type Given = { readonly undone?: true } & (
  | { readonly cards: readonly CardRecord[]; readonly patch: BulkPatch & CardPatch }
  | { readonly undo: Undo }
)

/** Of each change, what takes it back. */
const undoOf = new WeakMap<Given, () => void>()

async function make(
  given: Exclude<Given, { readonly undo: Undo }>,
  people: readonly Person[],
): Promise<Undo> {
  const [only] = given.cards
  if (only === undefined || given.cards.length > 1) return changeCards(given.cards, given.patch, people)
  const { addTags, removeTags, ...patch } = given.patch
  if (addTags !== undefined || removeTags !== undefined) return changeCards([only], given.patch, people)
  return changeCard(only, patch, people)
}

export interface CardChanges {
  readonly change: (card: CardRecord, patch: CardPatch) => void
  readonly changeAll: (cards: readonly CardRecord[], patch: BulkPatch) => void
}

/** Changes cards, at once on the screen, with a notification that takes the change back. @param people who may be in charge */
export function useCardChanges(people: readonly Person[]): CardChanges {
  const { cards: texts } = useTexts()
  const { language } = useLanguage()
  const { mutate } = useAction({
    mutationFn(given: Given) {
      if ('undo' in given) return undoChange(given.undo, people)
      const work = make(given, people)
      // It can be taken back at once: what takes it back waits for it.
      const onUndo = keepUndo(
        () =>
          void work.then(
            (undo) => mutate({ undo }),
            () => undefined,
          ),
      )
      undoOf.set(given, onUndo)
      work.catch(() => dropUndo(onUndo))
      return work
    },
    meta: {
      subject: SUBJECT,
      success(undo, given) {
        const [first] = undo
        const onUndo = undoOf.get(given)
        if (first === undefined) {
          if (onUndo !== undefined) dropUndo(onUndo)
          return { kind: 'info', text: texts.nothingChanged }
        }
        const { length } = undo
        const what =
          length === 1 ? first.card.channel_name : texts.channels(length, formatNumber(length, language))
        if ('undo' in given) {
          const kept = given.undo.length - length
          return texts.undone(what, kept, formatNumber(kept, language))
        }
        return { kind: 'info', text: <UndoNotice text={texts.changed(what)} onUndo={() => onUndo?.()} /> }
      },
      failure: (error, describe) => (error instanceof Conflict ? null : describe(error, texts.changeFailed)),
    },
    onError(error, given) {
      if (!(error instanceof Conflict)) return
      const seen = 'undo' in given ? given.undo[0]?.card : given.cards[0]
      if (seen !== undefined) conflicts.set({ conflict: error, seen, at: Date.now() })
    },
  })
  return {
    change: (card, patch) => mutate({ cards: [card], patch }),
    changeAll: (cards, patch) => mutate({ cards, patch }),
  }
}

/** Says that somebody else has changed the same, with both values, and lets the person choose. */
export function ConflictDialog({ people }: { readonly people: readonly Person[] }) {
  const { cards: texts, common } = useTexts()
  const { language } = useLanguage()
  const asked = useStore(conflicts)
  const { change } = useCardChanges(people)
  const text = useValueText(people)
  const { theirs, mine } = asked?.conflict ?? {}
  const at = asked?.at ?? 0
  const changedAt = theirs?.changedAt ?? new Date(at).toISOString()
  const minutes = Math.max(0, Math.floor((at - Date.parse(changedAt)) / 60_000))
  const ago = formatAgo(changedAt, at, language) ?? texts.minutesAgo(minutes)
  const who = theirs?.changedBy?.username ?? texts.somebody
  return (
    <Dialog
      title={texts.conflictTitle(who, ago)}
      closeLabel={common.close}
      isOpen={asked !== null}
      onClose={() => conflicts.set(null)}
    >
      <Stack gap={4}>
        <Lead>{theirs?.channel_name}</Lead>
        {asked !== null && theirs !== undefined && mine !== undefined && (
          <Facts
            look="below"
            facts={contestedOf(asked.seen, theirs, mine).flatMap((field) => [
              [texts.theirs(texts.fields[field], who), text(field, valueOf(theirs, field))],
              [texts.mine(texts.fields[field]), text(field, mine[field])],
            ])}
          />
        )}
        <Actions isAtEnd>
          <Button onClick={() => conflicts.set(null)}>{texts.takeTheirs}</Button>
          <Button
            look="ink"
            onClick={() => {
              if (asked !== null) change(asked.conflict.theirs, asked.conflict.mine)
              conflicts.set(null)
            }}
          >
            {texts.keepMine}
          </Button>
        </Actions>
      </Stack>
    </Dialog>
  )
}
