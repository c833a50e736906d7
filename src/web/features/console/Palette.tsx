import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/kit/api/call.ts'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Field } from '#web/kit/components/forms.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useConsoleTexts } from './console-texts.ts'
import styles from './ConsoleFrame.module.css'
import { SECTIONS } from './section-list.ts'
import { placeOf, sectionPath } from './sections.ts'

/** As on the keyboard. */
export const PALETTE_KEY = 'Ctrl K'

/** Ctrl-K, or Cmd-K. */
export function usePaletteKey(open: () => void): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Finds sections and commands by words, and things by an exact name; the first one opens by Enter. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  const { find } = useConsoleTexts()
  const { common } = useTexts()
  return (
    <Dialog title={find} closeLabel={common.close} isOpen={isOpen} onClose={onClose}>
      <Finder onClose={onClose} />
    </Dialog>
  )
}

interface Choice {
  readonly kind: 'section' | 'command' | 'person' | 'team' | 'payment' | 'channel' | 'report' | 'request'
  readonly label: string
  readonly note: string
  readonly to: string
}

function Finder({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const texts = useConsoleTexts()
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const { choices, isPending } = useChoices(typed.trim())
  const current = Math.min(place, choices.length - 1)
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onClose()
    void navigate(choice.to)
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setPlace((current + step + choices.length) % Math.max(choices.length, 1))
    }
    // What was typed last decides, so it must have been looked for.
    if (event.key === 'Enter' && !isPending) {
      event.preventDefault()
      choose(choices[current])
    }
  }
  return (
    <div className={styles.finder}>
      <Field
        label={texts.findHint}
        type="search"
        role="combobox"
        autoComplete="off"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={choices.length > 0 ? `${listId}-${current}` : undefined}
        value={typed}
        maxLength={200}
        onKeyDown={press}
        onChange={({ target }) => {
          setTyped(target.value)
          setPlace(0)
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={texts.find}
        aria-busy={isPending}
        className={styles.choices}
      >
        {choices.map((choice, index) => (
          // The field keeps the focus, and its arrow keys choose.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={choice.to}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            className={styles.choice}
            onClick={() => choose(choice)}
          >
            <span>{choice.label}</span>
            <span className={styles.note}>{choice.note}</span>
          </div>
        ))}
      </div>
      <p role="status">{choices.length === 0 && !isPending ? texts.foundNothing : ''}</p>
    </div>
  )
}

/** Sections by a part of their name, then what the server finds. */
function useChoices(typed: string): { readonly choices: readonly Choice[]; readonly isPending: boolean } {
  const texts = useConsoleTexts()
  const { language } = useLanguage()
  const asked = useDeferredValue(typed)
  const { data = [], isFetching } = useQuery({
    queryKey: ['console', 'find', language, asked],
    queryFn: async ({ signal }) =>
      (await call('GET /operator/find', { query: { q: asked }, signal, handles: 'all', team: null })).data,
    enabled: asked !== '',
    placeholderData: (before) => before,
  })
  const sections = SECTIONS.map(({ name }): Choice => {
    return { kind: 'section', label: texts.sections[name], note: texts.kinds.section, to: sectionPath(name) }
  }).filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  const found = data.map(({ kind, id, label }): Choice => {
    return { kind, label, note: `${texts.kinds[kind]} ${id}`, to: placeOf(kind, id) }
  })
  return {
    choices: typed === '' ? sections : [...sections, ...found],
    isPending: isFetching || asked !== typed,
  }
}
