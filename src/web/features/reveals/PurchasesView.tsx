import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { PATHS } from '#shared/paths.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { PurchaseRecord } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { EmptyState } from '#web/kit/components/EmptyState.tsx'
import { usePreparedToasts } from '#web/kit/toasts/use-prepared-toasts.ts'
import { AskRemoval } from './AskRemoval.tsx'
import { PurchaseList } from './PurchaseList.tsx'
import { PurchasesHead } from './PurchasesHead.tsx'
import { PurchasesMore } from './PurchasesMore.tsx'
import { ALL_PURCHASES, isServerOrder, selectPurchases } from './select-purchases.ts'
import { type Purchases, usePurchases } from './use-purchases.ts'
import { useRemoval } from './use-removal.tsx'

/** The list of purchases in all its states. */
export function PurchasesView() {
  const { purchases: texts, common } = useTexts()
  const { language } = useLanguage()
  const [selection, setSelection] = useState(ALL_PURCHASES)
  // Typing stays quick, however long the list is.
  const shownSelection = useDeferredValue(selection)
  const purchases = usePurchases({ isAllWanted: !isServerOrder(selection) })
  const { leaving, remove } = useRemoval()
  usePreparedToasts()
  const [asked, setAsked] = useState<PurchaseRecord | null>(null)
  const removeOrAsk = useCallback(
    (record: PurchaseRecord) => (record.email === null ? setAsked(record) : remove(record)),
    [remove],
  )
  const { records, total, error } = purchases
  const shown = useMemo(
    () => selectPurchases(records, shownSelection, language),
    [records, shownSelection, language],
  )
  if (records.length === 0) {
    return error === null ? (
      <EmptyState icon="copy" title={texts.emptyTitle} text={texts.emptyText}>
        <ButtonLink look="ink" to={PATHS.search}>
          {common.toSearch}
        </ButtonLink>
      </EmptyState>
    ) : (
      <Failure purchases={purchases} isListShown={false} />
    )
  }
  return (
    <>
      <PurchasesHead
        selection={selection}
        onSelect={setSelection}
        loaded={purchases.loaded}
        found={shown.length}
        total={total}
      />
      {error !== null && <Failure purchases={purchases} isListShown />}
      {shown.length === 0 && !purchases.hasMore && (
        <EmptyState icon="search" title={texts.nothingFits} text={texts.nothingFitsText} />
      )}
      <PurchaseList records={shown} leaving={leaving} onRemove={removeOrAsk} />
      {purchases.hasMore && error === null && (
        // Every loaded page looks anew whether the end is near.
        <PurchasesMore key={records.length} onSeen={purchases.loadMore} />
      )}
      <AskRemoval
        record={asked}
        onAnswer={(isWanted) => {
          if (isWanted && asked !== null) remove(asked)
          setAsked(null)
        }}
      />
    </>
  )
}

interface FailureProps {
  readonly purchases: Purchases
  readonly isListShown: boolean
}

function Failure({ purchases: { error, retry }, isListShown }: FailureProps) {
  const { purchases: texts, common } = useTexts()
  const isOffline = error?.code === 'offline'
  return (
    <EmptyState
      icon={isOffline ? 'offline' : 'info'}
      title={isOffline ? common.offline : texts.errorTitle}
      text={isListShown ? texts.staleText : texts.errorText}
      role="alert"
    >
      <Button onClick={retry}>{common.retry}</Button>
    </EmptyState>
  )
}
