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
import type { FilterKind, FilterValue } from './filters.ts'
import type { Filters } from './search-address.ts'

interface FilterPanelProps {
  readonly id: string
  readonly isOpen: boolean
  /** Animates unfolding; not when the page starts with the panel open. */
  readonly isAnimated: boolean
  readonly chosen: Filters
  readonly onToggle: <K extends FilterKind>(kind: K, value: FilterValue<K>) => void
  /** Content under the blocks: the switch for choosing several. */
  readonly children: ReactNode
}

/** The filter blocks. A press on one toggles it. */
export function FilterPanel({ id, isOpen, isAnimated, chosen, onToggle, children }: FilterPanelProps) {
  const { search } = useTexts()
  return (
    <div
      id={id}
      className={classNames(styles.panel, isOpen && styles.open, isAnimated && styles.animated)}
      inert={!isOpen}
    >
      <div className={styles.sheet}>
        <BlockGroup title={search.contentType}>
          {OFFERED_CONTENT_TYPES.map((type) => (
            <Block key={type} isChosen={chosen.types.includes(type)} onPress={() => onToggle('types', type)}>
              {search.contentTypes[type]}
            </Block>
          ))}
        </BlockGroup>
        <BlockGroup title={search.targetAudience}>
          {OFFERED_AUDIENCES.map((audience) => (
            <Block
              key={audience}
              isChosen={chosen.audiences.includes(audience)}
              onPress={() => onToggle('audiences', audience)}
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
              onPress={() => onToggle('ranges', label)}
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
              onPress={() => onToggle('inactivity', `${days}`)}
            >
              {search.inactiveFrom(days)}
            </Block>
          ))}
        </BlockGroup>
        {children}
      </div>
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
