import { type ClipboardEvent, type FormEvent, type Ref, useRef, useState } from 'react'
import { useHref, useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { SEARCH_TEXT_MAX } from '#shared/rules/bounds.ts'
import { carryingList, useIsIntoField } from '#web/kit/links/location-state.ts'
import { useTypedEarly } from '#web/kit/texts/hydration.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button, IconButton } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import styles from './SearchPage.module.css'

interface SearchFormProps {
  readonly ref: Ref<HTMLFormElement>
  /** The text of the current search. */
  readonly text: string
  readonly onSearch: (text: string) => void
  readonly onClear: () => void
  readonly isPanelOpen: boolean
  readonly panelId: string
  readonly onTogglePanel: () => void
  readonly toggleRef: Ref<HTMLButtonElement>
  /** How many filters are chosen. */
  readonly filterCount: number
}

/**
 * The search field. Enter searches; with an emptied field it clears the search, and without a search it does nothing. A plain
 * form, so that it works before the page's script has loaded.
 */
export function SearchForm(props: SearchFormProps) {
  const { ref, text, onSearch, onClear, isPanelOpen, panelId, onTogglePanel, toggleRef, filterCount } = props
  const { search } = useTexts()
  const [typed, setTyped] = useState(text)
  const [lastText, setLastText] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  if (text !== lastText) {
    setLastText(text)
    setTyped(text)
  }
  useTypedEarly(input, ({ value }) => setTyped(value))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return clear()
    // Hides a phone's keyboard, which covers the results.
    if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur()
    onSearch(typed.trim())
  }
  const clear = () => {
    setTyped('')
    input.current?.focus()
    if (text !== '') onClear()
  }
  // The field would join the lines: a list has a page of its own.
  const pasteList = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (pasted.trim().split(/\s*[\n\r]\s*/u).length < 2) return
    event.preventDefault()
    void navigate(PATHS.seeds, { state: carryingList(pasted) })
  }
  return (
    <form
      ref={ref}
      className={styles.form}
      action={useHref(PATHS.search)}
      method="get"
      role="search"
      onSubmit={submit}
    >
      <div className={styles.frame}>
        <Icon name="search" />
        <input
          ref={input}
          className={styles.input}
          type="search"
          name="q"
          data-first-field={useIsIntoField() || undefined}
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={SEARCH_TEXT_MAX}
          aria-label={search.inputLabel}
          aria-keyshortcuts="/"
          placeholder={search.placeholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPaste={pasteList}
        />
        {typed === '' ? (
          <kbd className={styles.key} title={search.shortcut} aria-hidden="true">
            /
          </kbd>
        ) : (
          <IconButton icon="cross" label={search.clear} onClick={clear} />
        )}
      </div>
      <span className={styles.toggle}>
        <Button
          ref={toggleRef}
          icon="filters"
          isWide
          aria-expanded={isPanelOpen}
          aria-controls={panelId}
          onClick={onTogglePanel}
        >
          <span className={styles.toggleText}>{search.filters}</span>
          {filterCount > 0 && (
            <>
              <VisuallyHidden>{search.filtersSelected}</VisuallyHidden>
              <span className={styles.count}>{filterCount}</span>
            </>
          )}
        </Button>
      </span>
      <span className={styles.submit}>
        <Button look="ink" type="submit" isWide>
          {search.submit}
        </Button>
      </span>
    </form>
  )
}
