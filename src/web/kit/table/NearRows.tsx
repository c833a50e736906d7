import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'

/** The rows near the screen. Places are in px from the top of the page. */
export interface Near {
  readonly items: readonly Pick<VirtualItem, 'index' | 'start' | 'end'>[]
  /** Where the first of all rows begins. */
  readonly start: number
  /** Where the last of all rows ends. */
  readonly end: number
  /** Measures a drawn row. */
  readonly measure: (row: HTMLTableRowElement | null) => void
}

interface NearRowsProps {
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly count: number
  readonly keyAt: (index: number) => string | number
  /** Which columns the table has, as a text. */
  readonly columns: string
  /** Assumed of a row that was never drawn, in px. */
  readonly height: number
  readonly onChange: (near: Near) => void
}

/** Rows drawn beyond each edge of the screen. */
const OVERSCAN = 12

/** Tells a table which of its rows are near the screen; draws nothing itself. */
export function NearRows({ body, count, keyAt, columns, height, onChange }: NearRowsProps) {
  const [start, setStart] = useState(0)
  // A new function would be a new range in every render.
  const rangeExtractor = useCallback((range: Range) => withFocused(range, body.current), [body])
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized.
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    scrollMargin: start,
    overscan: OVERSCAN,
    estimateSize: () => height,
    getItemKey: keyAt,
    rangeExtractor,
  })
  const items = virtualizer.getVirtualItems()
  const end = start + virtualizer.getTotalSize()
  useLayoutEffect(() => {
    // Before the window is measured none is near, and a row with the focus would be lost.
    if (items.length > 0) onChange({ items, start, end, measure: virtualizer.measureElement })
  }, [items, start, end, virtualizer, onChange])
  // What stands above the table may become higher or lower.
  useEffect(() => {
    const measure = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0
      setStart(Math.round(top + window.scrollY))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  // Otherwise columns become wider and narrower with the rows that come and go.
  useLayoutEffect(() => keepWidths(body.current?.closest('table') ?? null), [body, columns])
  return null
}

/** Gives the columns for good the widths that they have now, as shares of the table. */
function keepWidths(table: HTMLTableElement | null): (() => void) | undefined {
  const heads = [...(table?.tHead?.rows[0]?.cells ?? [])]
  const widths = heads.map(({ offsetWidth }) => offsetWidth)
  if (table === null || !widths.some((width) => width > 0)) return
  const set = (layout: string, sizeOf: (place: number) => string) => {
    table.style.tableLayout = layout
    for (const [place, head] of heads.entries()) head.style.inlineSize = sizeOf(place)
  }
  set('fixed', (place) => `${((widths[place] ?? 0) / table.offsetWidth) * 100}%`)
  return () => set('', () => '')
}

/** The rows near the screen, and the one that holds the focus, which would be lost with it. */
function withFocused(range: Range, body: HTMLElement | null): number[] {
  const near = defaultRangeExtractor(range)
  const focused = document.activeElement?.closest<HTMLElement>('[data-index]')
  if (focused == null || body?.contains(focused) !== true) return near
  const index = Number(focused.dataset['index'])
  return index >= range.count || near.includes(index)
    ? near
    : [...near, index].toSorted((one, other) => one - other)
}
