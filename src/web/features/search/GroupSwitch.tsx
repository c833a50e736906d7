import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './GroupSwitch.module.css'
import { type Group, GROUPS } from './search-address.ts'
import { countOf } from './total.ts'
import type { Groups } from './use-groups.ts'

interface GroupSwitchProps {
  readonly groups: Groups
  readonly onChoose: (group: Group) => void
}

/** The two groups of a text's results, each with its count. */
export function GroupSwitch({ groups: { shown, of, isInstead }, onChoose }: GroupSwitchProps) {
  const { search } = useTexts()
  const { language } = useLanguage()
  if (of === null) return null
  const isNothing = (shown.state === 'ready' || shown.state === 'old') && shown.channels.length === 0
  const note = isInstead
    ? search.groupInstead[shown.by]
    : shown.by === 'topic' && !isNothing && search.groupNote
  return (
    <div className={styles.place}>
      <div className={styles.groups} role="group" aria-label={search.groupsLabel}>
        {GROUPS.map((group) => {
          const count = countOf(of[group], language)
          const isShown = group === shown.by
          return (
            <button
              key={group}
              type="button"
              className={styles.group}
              aria-pressed={isShown}
              // There is nothing to look at; the focus stays where it is.
              aria-disabled={(count === '0' && !isShown) || undefined}
              onClick={() => !isShown && count !== '0' && onChoose(group)}
            >
              <span>{search.groups[group]}</span>
              <span className={styles.count}>{count}</span>
            </button>
          )
        })}
      </div>
      <p className={styles.note} role="status">
        {note}
      </p>
    </div>
  )
}
