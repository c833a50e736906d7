import type * as react from 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that components pass to their own style sheets. */
    [name: `--${string}`]: string | number | undefined
  }
}
