import { type Stage, STAGES } from '#shared/rules/cards.ts'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './StagePill.module.css'

interface StagePillProps {
  readonly stage: Stage
  /** Whose it is, for screen readers. */
  readonly label: string
  readonly isDisabled?: boolean
  readonly onChange: (stage: Stage) => void
}

/** How far a channel has got: a pill that opens the browser's own list. */
export function StagePill({ stage, label, isDisabled, onChange }: StagePillProps) {
  const { purchases } = useTexts()
  return (
    <span className={classNames(styles.pill, styles[stage])}>
      <select
        aria-label={label}
        value={stage}
        disabled={isDisabled}
        onChange={({ target }) => {
          const chosen = STAGES.find((known) => known === target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {STAGES.map((known) => (
          <option key={known} value={known}>
            {purchases.statuses[known]}
          </option>
        ))}
      </select>
      <Icon name="down" size="small" />
    </span>
  )
}
