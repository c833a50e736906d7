import { type Stage, STAGES } from '#shared/rules/cards.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './StagePill.module.css'

interface StagePillProps {
  readonly stage: Stage
  /** Whose it is, for screen readers. */
  readonly label: string
  readonly onChange: (stage: Stage) => void
}

/** How far a channel has got: a pill that opens the browser's own list. */
export function StagePill({ stage, label, onChange }: StagePillProps) {
  const { purchases } = useTexts()
  const mayChange = useMay('purchases:write')
  return (
    <span className={classNames(styles.pill, styles[stage])}>
      <select
        aria-label={label}
        value={stage}
        disabled={!mayChange}
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
