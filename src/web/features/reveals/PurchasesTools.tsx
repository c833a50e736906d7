import { useEffect, useEffectEvent, useRef } from 'react'
import { useMay } from '#web/kit/api/rights.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { showToast } from '#web/kit/toasts/toasts.tsx'
import { ExportCards } from './ExportCards.tsx'
import styles from './PurchasesView.module.css'
import type { PurchaseRecord } from './purchase-records.ts'
import { ReadFileBack } from './ReadFileBack.tsx'
import type { Purchases } from './use-purchases.ts'

interface PurchasesToolsProps {
  /** Still loading what is to be copied. */
  readonly isCopying: boolean
  /** Null when there is no address to copy. */
  readonly onCopy: (() => void) | null
}

/** What can be done with all purchases at once: copy their addresses, save them as a file. */
export function PurchasesTools({ isCopying, onCopy }: PurchasesToolsProps) {
  const { purchases } = useTexts()
  const mayChange = useMay('purchases:write')
  return (
    <div className={styles.tools}>
      {onCopy !== null && (
        <Button
          size="small"
          icon="copy"
          aria-label={purchases.copyAllAddresses}
          isBusy={isCopying}
          onClick={onCopy}
        >
          {purchases.copyAll}
        </Button>
      )}
      <ExportCards />
      {mayChange && <ReadFileBack />}
    </div>
  )
}

interface CopyAll {
  readonly purchases: Pick<Purchases, 'hasMore' | 'error'>
  /** The selected purchases, as far as they are loaded. */
  readonly shown: readonly PurchaseRecord[]
  readonly isCopying: boolean
  readonly setCopying: (isCopying: boolean) => void
}

/** Copies the addresses of the selected purchases, one a line; those not loaded yet are loaded first. */
export function useCopyAll({ purchases, shown, isCopying, setCopying }: CopyAll): () => void {
  const { purchases: texts, reveals } = useTexts()
  const { language } = useLanguage()
  const { hasMore, error } = purchases
  const loading = useRef<PromiseWithResolvers<readonly PurchaseRecord[]>>(null)
  const copy = async (wanted: Promise<readonly PurchaseRecord[]>) => {
    const addresses = wanted.then((records) => [...new Set(records.flatMap(({ email }) => email ?? []))])
    const text = addresses.then((lines) => new Blob([lines.join('\n')], { type: 'text/plain' }))
    try {
      // Begun at the press, with a text that may come later: browsers refuse a copy that begins long after the press.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
      const { length } = await addresses
      const said = texts.copiedAll(length, formatNumber(length, language))
      void showToast({ kind: 'success', text: said, id: 'copied-all' })
    } catch {
      void showToast({ kind: 'error', text: reveals.copyFailed, id: 'copied-all' })
    }
  }
  const end = useEffectEvent(() => {
    setCopying(false)
    if (error === null) loading.current?.resolve(shown)
    else loading.current?.reject(error)
  })
  useEffect(() => {
    if (isCopying && (!hasMore || error !== null)) end()
  }, [isCopying, hasMore, error])
  return () => {
    if (!hasMore) return void copy(Promise.resolve(shown))
    loading.current = Promise.withResolvers()
    setCopying(true)
    void copy(loading.current.promise)
  }
}
