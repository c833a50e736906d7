import type * as react from 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that components pass to their own stylesheets. */
    [name: `--${string}`]: string | number | undefined
  }
}
