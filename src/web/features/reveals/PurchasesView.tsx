import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { PATHS } from '#shared/paths.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { PurchaseRecord } from './purchase-records.ts'
import { useTeam } from '#web/features/uses/WhoPays.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { Note } from '#web/kit/components/layout.tsx'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { focusHeading } from '#web/kit/components/focus-heading.ts'
import { EmptyState, LoadFailure } from '#web/kit/components/states.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { PurchaseList } from './PurchaseList.tsx'
import { PurchasesHead, usePurchaseView } from './PurchasesHead.tsx'
import { PurchasesTools, useCopyAll } from './PurchasesTools.tsx'
import { PurchaseTable } from './PurchaseTable.tsx'
import { ALL_PURCHASES, isServerOrder, type PurchaseSort, selectInPlace } from './select-purchases.ts'
import { usePurchases } from './use-purchases.ts'
import { AskRemoval, useRemoval } from './removal.tsx'
import { Spinner } from '#web/kit/components/Icon.tsx'
import styles from './PurchasesView.module.css'

/** The list of purchases in all its states. */
export function PurchasesView() {
  const { purchases: texts, common, teams } = useTexts()
  const team = useTeam()
  const mayChange = useMay('purchases:write')
  const { language } = useLanguage()
  const [selection, setSelection] = useState(ALL_PURCHASES)
  // Keeps typing quick, however long the list is.
  const shownSelection = useDeferredValue(selection)
  const [isCopying, setCopying] = useState(false)
  const purchases = usePurchases({ isAllWanted: !isServerOrder(selection) || isCopying })
  const [view, setView] = usePurchaseView()
  const { leaving, remove } = useRemoval()
  usePreparedToasts()
  const [asked, setAsked] = useState<PurchaseRecord | null>(null)
  const removeOrAsk = useCallback(
    (record: PurchaseRecord) => (record.email === null ? setAsked(record) : remove(record)),
    [remove],
  )
  const { records, total, error } = purchases
  const { first } = useMemo(
    () => ({ of: shownSelection, first: new Map<number, PurchaseRecord>() }),
    [shownSelection],
  )
  const shown = useMemo(
    () => selectInPlace(records, shownSelection, language, first),
    [records, shownSelection, language, first],
  )
  const hasAddresses = purchases.hasMore || shown.some(({ email }) => email !== null)
  const copyAll = useCopyAll({ purchases, shown, isCopying, setCopying })
  const sortBy = useCallback((sort: PurchaseSort) => setSelection((before) => ({ ...before, sort })), [])
  if (records.length === 0) {
    return error === null ? (
      <EmptyState drawing="drawer" title={texts.emptyTitle} text={texts.emptyText}>
        <ButtonLink look="ink" to={PATHS.search}>
          {common.toSearch}
        </ButtonLink>
      </EmptyState>
    ) : (
      <LoadFailure
        code={error.code}
        title={texts.errorTitle}
        text={texts.errorText}
        onRetry={purchases.retry}
      />
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
        view={view}
        onView={setView}
      >
        <PurchasesTools isCopying={isCopying} onCopy={hasAddresses ? copyAll : null} />
      </PurchasesHead>
      {team !== null && !mayChange && <Note>{teams.mayNot.write(team.name)}</Note>}
      {error !== null && (
        <LoadFailure
          code={error.code}
          title={texts.errorTitle}
          text={texts.staleText}
          onRetry={purchases.retry}
        />
      )}
      {shown.length === 0 && !purchases.hasMore && (
        <EmptyState drawing="nothing" title={texts.nothingFits} text={texts.nothingFitsText}>
          <Button
            onClick={() => {
              // The button disappears.
              focusHeading()
              setSelection(ALL_PURCHASES)
            }}
          >
            {texts.showAll}
          </Button>
        </EmptyState>
      )}
      {view === 'cards' ? (
        <PurchaseList records={shown} leaving={leaving} onRemove={removeOrAsk} />
      ) : (
        shown.length > 0 && (
          <PurchaseTable
            records={shown}
            leaving={leaving}
            onRemove={removeOrAsk}
            sort={selection.sort}
            onSort={sortBy}
          />
        )
      )}
      {purchases.hasMore && error === null && (
        // Every loaded page checks again whether the end is near.
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

/** Distance below the visible screen at which more is fetched. */
const AHEAD = '200%'

/** Placed below the list; calls for more whenever the end is near. */
function PurchasesMore({ onSeen }: { readonly onSeen: () => void }) {
  const { search } = useTexts()
  const mark = useRef<HTMLParagraphElement>(null)
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    if (mark.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) seen()
      },
      { rootMargin: `0px 0px ${AHEAD} 0px` },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return (
    <p ref={mark} className={styles.more}>
      <Spinner />
      <span>{` ${search.loadingMore}`}</span>
    </p>
  )
}
