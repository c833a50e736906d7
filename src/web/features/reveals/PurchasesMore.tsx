import { useEffect, useEffectEvent, useRef } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Spinner } from '#web/kit/components/Spinner.tsx'
import styles from './PurchasesPage.module.css'

/** Screens below the visible one that are fetched ahead. */
const AHEAD = '200%'

/** Stands below the list and calls for more whenever the end comes near. */
export function PurchasesMore({ onSeen }: { readonly onSeen: () => void }) {
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
      <Spinner /> {search.loadingMore}
    </p>
  )
}
