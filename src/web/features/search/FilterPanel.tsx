import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import {
  type Audience,
  type ContentType,
  FURTHER_AUDIENCES,
  FURTHER_CONTENT_TYPES,
  INACTIVE_DAYS,
  OFFERED_AUDIENCES,
  OFFERED_CONTENT_TYPES,
  SUBSCRIBER_RANGES,
} from '#shared/rules/filters.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { CountryPicker } from './CountryPicker.tsx'
import { type OriginNames, useOriginNames } from './countries.ts'
import styles from './FilterPanel.module.css'
import type { FilterChoice } from './filters.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { RangeFields } from './RangeFields.tsx'
import { isOffered, type Search } from './search-address.ts'
import { foundText } from './total.ts'
import { useFound } from './use-results.ts'
import { Switch } from '#web/kit/components/forms.tsx'

interface FilterPanelProps {
  readonly id: string
  readonly isOpen: boolean
  /** Animates unfolding; not when the page starts with the panel open. */
  readonly isAnimated: boolean
  readonly choice: FilterChoice
  /** The current search. */
  readonly search: Search
}

/** The filter blocks. A press on one toggles it. */
export function FilterPanel({ id, isOpen, isAnimated, choice, search: current }: FilterPanelProps) {
  const { search } = useTexts()
  const { chosen, toggle, setOnly } = choice
  const names = useOriginNames()
  const toType = (type: ContentType) => (
    <Block key={type} isChosen={chosen.types.includes(type)} onPress={() => toggle('types', type)}>
      {search.contentTypes[type]}
    </Block>
  )
  const toAudience = (audience: Audience) => (
    <Block
      key={audience}
      isChosen={chosen.audiences.includes(audience)}
      onPress={() => toggle('audiences', audience)}
    >
      {search.audiences[audience]}
    </Block>
  )
  return (
    <div
      id={id}
      className={classNames(styles.panel, isOpen && styles.open, isAnimated && styles.animated)}
      inert={!isOpen}
    >
      <div className={styles.sheet}>
        <BlockGroup title={search.contentType} isWide>
          {OFFERED_CONTENT_TYPES.map(toType)}
          <More
            name={search.moreTypes}
            isNeeded={FURTHER_CONTENT_TYPES.some((type) => chosen.types.includes(type))}
          >
            {FURTHER_CONTENT_TYPES.map(toType)}
          </More>
        </BlockGroup>
        <BlockGroup title={search.targetAudience}>
          {OFFERED_AUDIENCES.map(toAudience)}
          <More
            name={search.moreAudiences}
            isNeeded={FURTHER_AUDIENCES.some((audience) => chosen.audiences.includes(audience))}
          >
            {FURTHER_AUDIENCES.map(toAudience)}
          </More>
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
          <RangeFields
            chosen={chosen.ranges.find((range) => !isOffered(range)) ?? null}
            onChoose={(range) => toggle('ranges', range)}
          />
        </BlockGroup>
        <BlockGroup title={search.uploadedWithin}>
          {INACTIVE_DAYS.map((days) => (
            <Block
              key={days}
              isChosen={chosen.inactivity.includes(`${days}`)}
              onPress={() => toggle('inactivity', `${days}`)}
            >
              {search.days(days)}
            </Block>
          ))}
        </BlockGroup>
        <BlockGroup title={search.contact}>
          <Block isChosen={chosen.contact.length > 0} onPress={() => toggle('contact', 'with')}>
            {search.withContact}
          </Block>
        </BlockGroup>
        <CountryPicker
          chosen={chosen.countries}
          isContactWanted={chosen.contact.length > 0}
          onToggle={(code) => toggle('countries', code)}
        />
        <ListGroup
          title={search.language}
          any={search.anyLanguage}
          chosen={chosen.languages[0] ?? ''}
          nameOf={names.language}
          listed={isOpen ? names.languages : null}
          onChoose={(code, isStep) => setOnly('languages', code, isStep)}
        />
        <SeveralSwitch choice={choice} search={current} />
      </div>
    </div>
  )
}

/** The switch for choosing several filters before fetching, with the Show button. Choosing several needs a login. */
function SeveralSwitch({ choice, search: current }: Pick<FilterPanelProps, 'choice' | 'search'>) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const { chosen, isSeveral, isSeveralAllowed, hasChanges, setSeveral, show } = choice
  const found = useFound(chosen, current, isSeveral && hasChanges)
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
          {found === null || found.total === null || !hasChanges
            ? search.show
            : search.showFound(foundText(found, search, language))}
        </Button>
      )}
    </div>
  )
}

interface MoreProps {
  /** What there is more of, for screen readers. */
  readonly name: string
  /** One of the further values is chosen. */
  readonly isNeeded: boolean
  readonly children: ReactNode
}

/** Further values of a group, behind a button that they replace. */
function More({ name, isNeeded, children }: MoreProps) {
  const { search } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const first = useRef<HTMLSpanElement>(null)
  const [wasPressed, setPressed] = useState(false)
  useEffect(() => {
    // The pressed button is gone, and the focus with it.
    if (wasPressed) first.current?.querySelector('button')?.focus()
  }, [wasPressed])
  if (isOpen || isNeeded) {
    return (
      <span ref={first} className={styles.further}>
        {children}
      </span>
    )
  }
  const open = () => {
    setOpen(true)
    setPressed(true)
  }
  return (
    <button type="button" className={styles.more} aria-label={name} aria-expanded={false} onClick={open}>
      <span>{search.moreValues}</span>
      <Icon name="plus" size="small" />
    </button>
  )
}

interface BlockGroupProps {
  readonly title: string
  /** It takes a whole row of the panel. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

function BlockGroup({ title, isWide = false, children }: BlockGroupProps) {
  const id = useId()
  return (
    <div className={classNames(styles.group, isWide && styles.wide)} role="group" aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.blocks}>{children}</div>
    </div>
  )
}

interface ListGroupProps {
  readonly title: string
  readonly any: string
  /** '' for any. */
  readonly chosen: string
  readonly nameOf: (code: string) => string | null
  /** Null while nobody can see it: the served page need not carry hundreds of names, which differ between browsers. */
  readonly listed: OriginNames['languages'] | null
  /** @param isStep it replaces a choice made since the list was entered */
  readonly onChoose: (code: string, isStep: boolean) => void
}

/** A choice of one out of very many. The arrow keys step through a closed list: Back leaves all their steps at once. */
function ListGroup({ title, any, chosen, nameOf, listed, onChoose }: ListGroupProps) {
  const id = useId()
  // Since the list was entered. Back and Forward may have led elsewhere meanwhile.
  const lastChoice = useRef<string | null>(null)
  const enter = () => {
    lastChoice.current = null
  }
  const [common, others] = useMemo(() => listed?.() ?? [[], []], [listed])
  return (
    <div className={styles.group}>
      <label htmlFor={id} className={styles.title}>
        {title}
      </label>
      <span className={styles.list}>
        <select
          id={id}
          className={classNames(styles.block, chosen !== '' && styles.chosen)}
          data-chosen={chosen === '' ? undefined : ''}
          value={chosen}
          onFocus={enter}
          onPointerDown={enter}
          onChange={({ target: { value } }) => {
            onChoose(value, lastChoice.current === chosen)
            lastChoice.current = value
          }}
        >
          <option value="">{any}</option>
          {listed === null && chosen !== '' && <option value={chosen}>{nameOf(chosen)}</option>}
          {common.map(toOption)}
          {others.length > 0 && <hr />}
          {others.map(toOption)}
        </select>
        <Icon name="down" size="small" />
      </span>
    </div>
  )
}

function toOption({ value, text }: { readonly value: string; readonly text: string }) {
  return (
    <option key={value} value={value}>
      {text}
    </option>
  )
}

interface BlockProps {
  readonly isChosen: boolean
  readonly onPress: () => void
  readonly children: string
}

function Block({ isChosen, onPress, children }: BlockProps) {
  return (
    <Button size="small" aria-pressed={isChosen} onClick={onPress}>
      {children}
    </Button>
  )
}
