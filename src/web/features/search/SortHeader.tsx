// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari forgets what a
// table is where the style makes lines of its rows.
import { Icon } from '#web/kit/components/Icon.tsx'
import styles from './SortHeader.module.css'

interface SortHeaderProps {
  readonly title: string
  /** How the table is sorted by this column; null when it is not. */
  readonly direction: 'ascending' | 'descending' | null
  readonly className: string | undefined
  readonly onPress: () => void
}

/** A column's heading in a table, which sorts the rows when it is pressed. */
export function SortHeader({ title, direction, className, onPress }: SortHeaderProps) {
  return (
    <th scope="col" role="columnheader" className={className} aria-sort={direction ?? undefined}>
      <button type="button" className={styles.sort} onClick={onPress}>
        <span>{title}</span>
        <Icon name={direction === null ? 'upDown' : 'down'} size="small" />
      </button>
    </th>
  )
}

/** The direction of a column's heading. @param order of the table; null for its own */
export function directionOf<Column>(
  column: Column,
  order: { readonly column: Column; readonly isDescending: boolean } | null,
): 'ascending' | 'descending' | null {
  if (order?.column !== column) return null
  return order.isDescending ? 'descending' : 'ascending'
}
