import { type ReactNode, type Ref, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Card } from '#web/kit/components/Card.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { PageScaffold, TabHeading } from '#web/kit/components/layout.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'

interface AccountCardProps {
  readonly ref?: Ref<HTMLDivElement>
  /** The page's heading, on the card's tab. */
  readonly title: string
  /** What this part of the page asks or states, above the hairline. */
  readonly heading?: ReactNode
  readonly figure?: ReactNode
  readonly figureLabel?: ReactNode
  /** Content under the card. */
  readonly footer?: ReactNode
  readonly children: Elements
}

/** The page of an account form: one index card in the middle. */
export function AccountCard({
  ref,
  title,
  heading,
  figure,
  figureLabel,
  footer,
  children,
}: AccountCardProps) {
  usePreparedToasts()
  return (
    <PageScaffold ref={ref} kind="form" width={36} footer={footer}>
      <Card
        tab={<TabHeading level={1}>{title}</TabHeading>}
        heading={heading}
        figure={figure}
        figureLabel={figureLabel}
      >
        {children}
      </Card>
    </PageScaffold>
  )
}

/** Marks the field that a page begins with: it has the focus when the page appears. */
export const FIRST_FIELD = { 'data-first-field': true } as const

/**
 * Focuses the page's first field, and the first field of a step when it replaces another, in either direction.
 * @returns a ref for the element that contains the steps
 */
export function useStepFocus<Holder extends HTMLElement>(place: number): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  const last = useRef(place)
  useEffect(() => {
    // What was focused before the scripts came keeps the focus.
    if (holder.current?.contains(document.activeElement) === true) return
    holder.current?.querySelector<HTMLElement>('[data-first-field]')?.focus({ preventScroll: true })
  }, [])
  // Before anything can be typed: a late focus would return to the first cell of a code, whose digit is there already.
  useLayoutEffect(() => {
    if (last.current === place) return
    last.current = place
    holder.current?.querySelector('input')?.focus()
  }, [place])
  return holder
}
