import { type ReactNode, type Ref, useEffect, useState } from 'react'
import styles from './Chip.module.css'
import { Icon } from './Icon.tsx'
import { classNames } from './class-names.ts'

interface ChipProps {
  readonly text: string
  /** Label of the remove button, e.g. "Remove Comedy". */
  readonly removeLabel: string
  readonly onRemove: () => void
  /** Position among the chips added together, from 0; each appears 50 ms after the previous one. */
  readonly place: number
  readonly isLeaving: boolean
  /** Chosen but not applied yet. */
  readonly isDraft?: boolean
}

/** A chosen filter that can be removed. Appears and leaves with an animation; the list keeps it while it leaves. */
export function Chip({ text, removeLabel, onRemove, place, isLeaving, isDraft = false }: ChipProps) {
  return (
    <li
      className={classNames(styles.chip, isLeaving && styles.leaving, isDraft && styles.draft)}
      style={{ '--place': place }}
      aria-hidden={isLeaving || undefined}
    >
      <span>{text}</span>
      <button
        type="button"
        className={styles.remove}
        aria-label={removeLabel}
        disabled={isLeaving}
        onClick={onRemove}
      >
        <Icon name="cross" size="small" />
      </button>
    </li>
  )
}

interface ChipsProps {
  readonly ref: Ref<HTMLUListElement>
  readonly label: string
  readonly children: ReactNode
}

/** Chips among other things in a line. */
export function Chips({ ref, label, children }: ChipsProps) {
  return (
    <ul ref={ref} className={styles.chips} aria-label={label}>
      {children}
    </ul>
  )
}

interface Keyed {
  readonly key: string
}

interface Listed<T> {
  readonly item: T
  readonly isLeaving: boolean
  /** Position among the items added together, from 0. */
  readonly place: number
}

/** Keeps removed items of a list in their positions for `leavingMs`, so that their leaving can be animated. */
export function useLeaving<T extends Keyed>(items: readonly T[], leavingMs: number): readonly Listed<T>[] {
  const [shown, setShown] = useState(() => merge([], items))
  const merged = merge(shown, items)
  if (signatureOf(merged) !== signatureOf(shown)) setShown(merged)
  const goneKeys = merged
    .filter(({ isLeaving }) => isLeaving)
    .map(({ item }) => item.key)
    .join('\n')
  useEffect(() => {
    if (goneKeys === '') return
    const leaving = new Set(goneKeys.split('\n'))
    const timer = setTimeout(
      () => setShown((now) => now.filter(({ item }) => !leaving.has(item.key))),
      leavingMs,
    )
    return () => clearTimeout(timer)
  }, [goneKeys, leavingMs])
  return merged
}

/** The current items in their order, with removed ones behind what stood before them. */
function merge<T extends Keyed>(shown: readonly Listed<T>[], items: readonly T[]): Listed<T>[] {
  const places = new Map(shown.map(({ item, place }) => [item.key, place]))
  let fresh = 0
  const merged: Listed<T>[] = items.map((item) => ({
    item,
    isLeaving: false,
    place: places.get(item.key) ?? fresh++,
  }))
  const current = new Set(items.map(({ key }) => key))
  for (const [index, { item }] of shown.entries()) {
    if (current.has(item.key)) continue
    const before = shown[index - 1]?.item.key
    const at = merged.findIndex((one) => one.item.key === before) + 1
    merged.splice(at, 0, { item, isLeaving: true, place: 0 })
  }
  return merged
}

function signatureOf<T extends Keyed>(listed: readonly Listed<T>[]): string {
  return listed.map(({ item, isLeaving }) => `${item.key}${isLeaving ? '!' : ''}`).join('\n')
}
