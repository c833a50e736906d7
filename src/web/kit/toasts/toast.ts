import type { ReactNode } from 'react'

/** What a notification says and how. */
export interface Toast {
  /** `loading` stays until another of its subject takes its place. */
  readonly kind: 'loading' | 'info' | 'success' | 'error'
  readonly text: ReactNode
  /** Shows how long it stays; on unless told. */
  readonly hasProgress?: boolean
  /** What it is about, e.g. `login`: one of a subject shows at a time, with what was said of it last. The text unless told. */
  readonly id?: string
  /** The failure that it explains: one that `isTold` elsewhere, as by a page of its own, is not told again. */
  readonly reason?: unknown
}

/** How long a notification stays, in ms. */
export const TOAST_DURATION = 5000
