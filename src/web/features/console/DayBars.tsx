import styles from './TodayScreen.module.css'

interface DayBarsProps {
  readonly values: readonly number[]
  /** The place of the day that is shown. */
  readonly chosen: number
  readonly label: string
  /** Called with the place of the pressed day; the buttons above the table do the same for keyboards. */
  readonly onChoose: (place: number) => void
}

const [STEP, HEIGHT, MARK] = [8, 28, 4]

/** A bar for each day; the chosen one is filled and stands on a mark, so that it is found without colour. */
export function DayBars({ values, chosen, label, onChoose }: DayBarsProps) {
  const most = Math.max(1, ...values)
  const width = values.length * STEP
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see above.
    <svg
      className={styles.bars}
      viewBox={`0 0 ${width} ${HEIGHT + MARK}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      onClick={({ currentTarget, clientX }) => {
        const { left, width: drawn } = currentTarget.getBoundingClientRect()
        onChoose(Math.min(values.length - 1, Math.floor(((clientX - left) / drawn) * values.length)))
      }}
    >
      {values.map((value, place) => {
        const height = value === 0 ? 0.5 : Math.max(2, (value / most) * HEIGHT)
        // The bars' only key is their day, which is their place.
        // oxlint-disable-next-line react/no-array-index-key
        return (
          <rect
            key={place}
            x={place * STEP + 1}
            y={HEIGHT - height}
            width={STEP - 2}
            height={height}
            data-chosen={place === chosen}
          />
        )
      })}
      {chosen >= 0 && (
        <rect className={styles.mark} x={chosen * STEP} y={HEIGHT + 2} width={STEP} height={MARK - 2} />
      )}
    </svg>
  )
}
