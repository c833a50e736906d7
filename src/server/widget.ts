/** What a provider's widget needs from outside. Only the pages that show it allow exactly this. */
export interface Widget {
  /** The URL of the script to load, on this site or another. */
  readonly script: string
  /** What the page's content security policy adds, by directive. */
  readonly allows: Readonly<Partial<Record<WidgetDirective, readonly string[]>>>
}

export type WidgetDirective = 'script-src' | 'style-src' | 'frame-src' | 'connect-src' | 'img-src'
