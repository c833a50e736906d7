import { STAGES } from '#shared/rules/cards.ts'
import type { Elements } from '#web/kit/components/elements.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Field, Segments, Select } from '#web/kit/components/forms.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { IconButton } from '#web/kit/components/Button.tsx'
import { Note } from '#web/kit/components/layout.tsx'
import styles from './PurchasesView.module.css'
import { ALL_PURCHASES, isServerOrder, PURCHASE_SORTS, type PurchaseSelection } from './select-purchases.ts'
import { keptInBrowser } from '#web/kit/stores/storage.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'

interface PurchasesHeadProps {
  readonly selection: PurchaseSelection
  readonly onSelect: (selection: PurchaseSelection) => void
  readonly loaded: number
  readonly found: number
  readonly total: number
  readonly view: PurchaseView
  readonly onView: (view: PurchaseView) => void
  /** What can be done with all of them. */
  readonly children: Elements
}

/** One needs neither search nor order. */
const SEVERAL = 2
const ANY = 'any'

/** The number of purchases, what can be done with all of them, and, when there are several, search, filter, order and view. */
export function PurchasesHead(props: PurchasesHeadProps) {
  const { selection, onSelect, view, onView, loaded, found, total, children } = props
  const { purchases, search } = useTexts()
  const { language } = useLanguage()
  const isSearching = selection.text.trim() !== '' || selection.status !== null
  const isLoadingAll = !isServerOrder(selection) && loaded < total
  // A choice made while there were more stays in force, so it can still be changed.
  const isChosen = isSearching || selection.sort !== ALL_PURCHASES.sort
  const count = isSearching ? found : total
  const hasSeveral = total >= SEVERAL || isChosen
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        <div className={styles.count}>
          <p className={styles.total} role="status">
            {(isSearching ? purchases.found : purchases.total)(count, formatNumber(count, language))}
          </p>
          {isLoadingAll && (
            <Note>{purchases.loadingAll(formatNumber(loaded, language), formatNumber(total, language))}</Note>
          )}
        </div>
        {children}
        {hasSeveral && <ViewSwitch view={view} onView={onView} />}
      </div>
      {hasSeveral && (
        <div className={styles.line}>
          <search className={styles.search}>
            <Field
              label={purchases.search}
              placeholder={purchases.searchPlaceholder}
              value={selection.text}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              onChange={(event) => onSelect({ ...selection, text: event.target.value })}
              trailing={
                selection.text !== '' && (
                  <IconButton
                    icon="cross"
                    label={search.clear}
                    onClick={(event) => {
                      // The button disappears.
                      event.currentTarget.closest('search')?.querySelector('input')?.focus()
                      onSelect({ ...selection, text: '' })
                    }}
                  />
                )
              }
            />
          </search>
          <div className={styles.choices}>
            <Select
              label={purchases.columns.status}
              value={selection.status ?? ANY}
              options={[
                { value: ANY, text: purchases.anyStatus },
                ...STAGES.map((status) => ({ value: status, text: purchases.statuses[status] })),
              ]}
              onChange={(status) => onSelect({ ...selection, status: status === ANY ? null : status })}
            />
            <Select
              label={search.sort}
              value={selection.sort}
              options={PURCHASE_SORTS.map((sort) => ({ value: sort, text: purchases.sorts[sort] }))}
              onChange={(sort) => onSelect({ ...selection, sort })}
            />
          </div>
        </div>
      )}
    </div>
  )
}

const VIEWS = ['cards', 'table'] as const
type PurchaseView = (typeof VIEWS)[number]

interface ViewSwitchProps {
  readonly view: PurchaseView
  readonly onView: (view: PurchaseView) => void
}

function ViewSwitch({ view, onView }: ViewSwitchProps) {
  const { purchases } = useTexts()
  return (
    <Segments
      isSmall
      label={purchases.view}
      value={view}
      options={VIEWS.map((each) => ({ value: each, text: purchases.views[each] }))}
      onChange={onView}
    />
  )
}

const chosenView = createStore<PurchaseView>('cards', {
  in: keptInBrowser('purchasesView'),
  parse: (text) => (text === 'table' ? 'table' : 'cards'),
  format: (view) => view,
})

/** The chosen view, remembered by the browser. */
export function usePurchaseView(): readonly [PurchaseView, (view: PurchaseView) => void] {
  return [useStore(chosenView), chosenView.set]
}
