import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Field, Select } from '#web/kit/components/forms.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { IconButton } from '#web/kit/components/Button.tsx'
import { Note } from '#web/kit/components/layout.tsx'
import styles from './PurchasesPage.module.css'
import { ALL_PURCHASES, isServerOrder, PURCHASE_SORTS, type PurchaseSelection } from './select-purchases.ts'

interface PurchasesHeadProps {
  readonly selection: PurchaseSelection
  readonly onSelect: (selection: PurchaseSelection) => void
  readonly loaded: number
  readonly found: number
  readonly total: number
}

/** From this number on, typing is faster than looking through them. */
const MANY = 10

/** The number of purchases, and, when there are many, search and order. */
export function PurchasesHead({ selection, onSelect, loaded, found, total }: PurchasesHeadProps) {
  const { purchases, search } = useTexts()
  const { language } = useLanguage()
  const isSearching = selection.text.trim() !== ''
  const isLoadingAll = !isServerOrder(selection) && loaded < total
  // A choice made while there were many stays in force, so it can still be changed.
  const isChosen = selection.text !== ALL_PURCHASES.text || selection.sort !== ALL_PURCHASES.sort
  const count = isSearching ? found : total
  return (
    <div className={styles.head}>
      <div>
        <p className={styles.total} role="status">
          {(isSearching ? purchases.found : purchases.total)(count, formatNumber(count, language))}
        </p>
        {isLoadingAll && (
          <Note>{purchases.loadingAll(formatNumber(loaded, language), formatNumber(total, language))}</Note>
        )}
      </div>
      {(total >= MANY || isChosen) && (
        <>
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
                    onClick={() => onSelect({ ...selection, text: '' })}
                  />
                )
              }
            />
          </search>
          <Select
            label={search.sort}
            value={selection.sort}
            options={PURCHASE_SORTS.map((sort) => ({ value: sort, text: purchases.sorts[sort] }))}
            onChange={(sort) => onSelect({ ...selection, sort })}
          />
        </>
      )}
    </div>
  )
}
