import { classNames } from './class-names.ts'
import styles from './Drawing.module.css'

export interface Shape {
  /** Filled areas under the lines. */
  readonly shade?: string
  readonly ink: string
  /** What one looks at first. */
  readonly accent?: string
  /** Dotted: what is missing, or not there yet. */
  readonly absent?: string
}

// The drawings of pages that tell of a failure, which must be there before the failure is.

/** A plug that has come out. */
export const UNPLUGGED: Shape = {
  shade:
    'M43 65h19v30H43a11 11 0 0 1-11-11v-8a11 11 0 0 1 11-11ZM98 62h16a16 16 0 0 1 16 16v4a16 16 0 0 1-16 16H98z',
  ink: 'M43 65h19v30H43a11 11 0 0 1-11-11v-8a11 11 0 0 1 11-11ZM62 73h11M62 87h11M32 80h-6c-9 0-14 10-14 24s8 25 22 25h42M98 62h16a16 16 0 0 1 16 16v4a16 16 0 0 1-16 16H98zM98 73h8M98 87h8M130 80h4c9 0 14-9 14-22s-8-25-22-25H96',
  accent: 'M79 62l-4-11M85 59V47M91 62l4-11M79 98l-4 11M85 101v12M91 98l4 11',
}

/** A card torn in two. */
export const TORN: Shape = {
  shade: 'M22 58h50l-7 12 9 13-9 13 8 13-6 12H22zM91 54l47 5-6 64-46-5 7-12-7-14 10-12-8-14z',
  ink: 'M54 58h18l-7 12 9 13-9 13 8 13-6 12H25a3 3 0 0 1-3-3V58M91 54l44 5a3 3 0 0 1 3 3l-6 58a3 3 0 0 1-3 3l-43-5 7-12-7-14 10-12-8-14zM36 78h18M36 94h20M110 80l16 2M109 96l14 2',
  accent: 'M22 60V48a3 3 0 0 1 3-3h26a3 3 0 0 1 3 3v10',
}

/** Filed cards, and the place where one is missing. */
export const GAP: Shape = {
  shade: 'M22 108h116v25H22z',
  ink: 'M46 48V39a3 3 0 0 1 3-3h62a3 3 0 0 1 3 3v9M40 66v-9a3 3 0 0 1 3-3h74a3 3 0 0 1 3 3v9M28 108V96a3 3 0 0 1 3-3h98a3 3 0 0 1 3 3v12M22 108h116v22a3 3 0 0 1-3 3H25a3 3 0 0 1-3-3zM66 116h28v9H66z',
  accent: 'M54 36v-8a3 3 0 0 1 3-3h18a3 3 0 0 1 3 3v8',
  absent: 'M34 88V76a3 3 0 0 1 3-3h86a3 3 0 0 1 3 3v12',
}

interface DrawingProps {
  readonly shape: Shape
  /** 96 px at any width; otherwise 160 px where there is room. */
  readonly isSmall?: boolean
}

/** A line drawing beside a state. Decoration only: the text beside it says the same. */
export function Drawing({ shape, isSmall = false }: DrawingProps) {
  const { shade, ink, accent, absent } = shape
  return (
    <svg
      className={classNames(styles.drawing, isSmall && styles.small)}
      viewBox="0 0 160 160"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.ground} d="M12 145h136" />
      <path className={styles.shade} d={shade} />
      <path className={styles.absent} d={absent} />
      <path d={ink} />
      <path className={styles.accent} d={accent} />
    </svg>
  )
}
