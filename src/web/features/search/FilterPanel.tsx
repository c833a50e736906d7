import { type ReactNode, useId } from 'react'
import {
  INACTIVE_DAYS,
  OFFERED_AUDIENCES,
  OFFERED_CONTENT_TYPES,
  SUBSCRIBER_RANGES,
} from '#shared/rules/filters.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import styles from './FilterPanel.module.css'
import type { FilterChoice } from './filters.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Switch } from '#web/kit/components/forms.tsx'

interface FilterPanelProps {
  readonly id: string
  readonly isOpen: boolean
  /** Animates unfolding; not when the page starts with the panel open. */
  readonly isAnimated: boolean
  readonly choice: FilterChoice
}

/** The filter blocks. A press on one toggles it. */
export function FilterPanel({ id, isOpen, isAnimated, choice }: FilterPanelProps) {
  const { search } = useTexts()
  const { chosen, toggle } = choice
  return (
    <div
      id={id}
      className={classNames(styles.panel, isOpen && styles.open, isAnimated && styles.animated)}
      inert={!isOpen}
    >
      <div className={styles.sheet}>
        <BlockGroup title={search.contentType}>
          {OFFERED_CONTENT_TYPES.map((type) => (
            <Block key={type} isChosen={chosen.types.includes(type)} onPress={() => toggle('types', type)}>
              {search.contentTypes[type]}
            </Block>
          ))}
        </BlockGroup>
        <BlockGroup title={search.targetAudience}>
          {OFFERED_AUDIENCES.map((audience) => (
            <Block
              key={audience}
              isChosen={chosen.audiences.includes(audience)}
              onPress={() => toggle('audiences', audience)}
            >
              {search.audiences[audience]}
            </Block>
          ))}
        </BlockGroup>
        <BlockGroup title={search.subscribers}>
          {SUBSCRIBER_RANGES.map(({ label }) => (
            <Block
              key={label}
              isChosen={chosen.ranges.includes(label)}
              onPress={() => toggle('ranges', label)}
            >
              {search.ranges[label]}
            </Block>
          ))}
        </BlockGroup>
        <BlockGroup title={search.hideInactive}>
          {INACTIVE_DAYS.map((days) => (
            <Block
              key={days}
              isChosen={chosen.inactivity.includes(`${days}`)}
              onPress={() => toggle('inactivity', `${days}`)}
            >
              {search.inactiveFrom(days)}
            </Block>
          ))}
        </BlockGroup>
        <SeveralSwitch choice={choice} />
      </div>
    </div>
  )
}

/** The switch for choosing several filters before fetching, with the Show button. Choosing several needs a login. */
function SeveralSwitch({ choice }: { readonly choice: FilterChoice }) {
  const { search } = useTexts()
  const { isSeveral, isSeveralAllowed, hasChanges, setSeveral, show } = choice
  return (
    <div className={styles.several}>
      <Switch
        label={search.multiSelect}
        hint={isSeveralAllowed ? search.multiSelectHint : search.multiSelectLogIn}
        checked={isSeveral}
        disabled={!isSeveralAllowed}
        onChange={(event) => setSeveral(event.target.checked)}
      />
      {isSeveral && (
        <Button look="ink" disabled={!hasChanges} onClick={show}>
          {search.show}
        </Button>
      )}
    </div>
  )
}

function BlockGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <div className={styles.group} role="group" aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.blocks}>{children}</div>
    </div>
  )
}

interface BlockProps {
  readonly isChosen: boolean
  readonly onPress: () => void
  readonly children: string
}

function Block({ isChosen, onPress, children }: BlockProps) {
  return (
    <button type="button" className={styles.block} aria-pressed={isChosen} onClick={onPress}>
      {children}
    </button>
  )
}
