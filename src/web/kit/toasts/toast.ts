import type { ReactNode } from 'react'

/** A notification's text and appearance. */
export interface Toast {
  /** `loading` stays until another notification of its subject replaces it. */
  readonly kind: 'loading' | 'info' | 'success' | 'error'
  readonly text: ReactNode
  /** Shows the remaining time; true by default. */
  readonly hasProgress?: boolean
  /** Its subject, e.g. `login`: only the latest notification of a subject shows. The text by default. */
  readonly id?: string
  /** The failure that it explains: one that `isExplained` elsewhere, e.g. by its own page, is not shown again. */
  readonly reason?: unknown
}

/** How long a notification stays, in ms. */
export const TOAST_DURATION = 5000
