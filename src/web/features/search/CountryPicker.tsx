import { SmallInput } from '#web/kit/components/forms.tsx'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { call } from '#web/kit/api/call.ts'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { type Counted, listCountries } from './countries.ts'
import styles from './FilterPanel.module.css'

interface CountryPickerProps {
  readonly chosen: readonly string[]
  /** Whether the counts are those of channels with a contact. */
  readonly isContactWanted: boolean
  readonly onToggle: (code: string) => void
}

/** Countries by typing: a list that narrows with each letter, with the number of channels, from which several are chosen. */
export function CountryPicker({ chosen, isContactWanted, onToggle }: CountryPickerProps) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const id = useId()
  const counts = useCountryCounts(isOpen, isContactWanted)
  const countries = useMemo(
    () => (isOpen ? listCountries(typed, counts, language) : []),
    [isOpen, typed, counts, language],
  )
  const active = countries[Math.min(at, countries.length - 1)]
  const open = () => {
    if (isOpen) return
    setOpen(true)
    setAt(0)
  }
  const toggle = (code: string) => {
    onToggle(code)
    setTyped('')
    setAt(0)
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      setOpen(false)
      setTyped('')
    } else if (event.key === 'Enter' && isOpen && active !== undefined) toggle(active.value)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      open()
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (isOpen) setAt((Math.min(at, countries.length - 1) + step + countries.length) % countries.length)
    } else return
    event.preventDefault()
  }
  const optionId = (code: string) => `${id}${code}`
  return (
    <div className={styles.group}>
      <label htmlFor={id} className={styles.title}>
        {search.country}
      </label>
      <span className={styles.country}>
        <SmallInput
          id={id}
          type="text"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active !== undefined ? optionId(active.value) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={search.anyCountry}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setOpen(true)
            setAt(0)
          }}
          onClick={open}
          onKeyDown={move}
          onBlur={() => {
            setOpen(false)
            setTyped('')
          }}
        />
        <Icon name="down" size="small" />
        <div
          id={`${id}list`}
          className={styles.countries}
          role="listbox"
          aria-label={search.country}
          aria-multiselectable
          hidden={!isOpen}
          // The field keeps the focus, so that one country after another can be pressed or typed.
          onPointerDown={(event) => event.preventDefault()}
        >
          {countries.map((country) => (
            <Option
              key={country.value}
              id={optionId(country.value)}
              country={country}
              isActive={country === active}
              isChosen={chosen.includes(country.value)}
              count={country.count === null ? '' : formatNumber(country.count, language)}
              onToggle={() => toggle(country.value)}
            />
          ))}
        </div>
      </span>
      <span className={styles.noCountry} role="status">
        {isOpen && countries.length === 0 ? search.noSuchCountry : ''}
      </span>
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly country: Counted
  readonly count: string
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly onToggle: () => void
}

function Option({ id, country, count, isActive, isChosen, onToggle }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has both
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classNames(styles.option, isActive && styles.active)}
      ref={isActive ? intoView : undefined}
      onClick={onToggle}
    >
      <span className={styles.mark}>{isChosen && <Icon name="check" size="small" />}</span>
      <span className={styles.name}>{country.text}</span>
      <span className={styles.count}>{count}</span>
    </div>
  )
}

function intoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

const HOUR_MS = 3_600_000

/** How many channels each country has; null while that is not known. */
function useCountryCounts(isWanted: boolean, isContactWanted: boolean): ReadonlyMap<string, number> | null {
  const { data } = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => call('GET /countries', { signal, handles: 'all' }),
    enabled: isWanted,
    staleTime: HOUR_MS,
    retry: false,
  })
  return useMemo(
    () =>
      data === undefined
        ? null
        : new Map(data.data.map((one) => [one.country, isContactWanted ? one.contacts : one.channels])),
    [data, isContactWanted],
  )
}
