import styles from './Chip.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

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
      {text}
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
