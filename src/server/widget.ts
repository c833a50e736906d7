/** What a provider's part of a page needs from outside: the pages that show it let exactly this in, no other page does. */
export interface Widget {
  /** The script to load, an address on this site or another. */
  readonly script: string
  /** What the pages' content security policy adds, by directive. */
  readonly allows: Readonly<Partial<Record<WidgetDirective, readonly string[]>>>
}

export type WidgetDirective = 'script-src' | 'style-src' | 'frame-src' | 'connect-src' | 'img-src'
