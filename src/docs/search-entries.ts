import { textOfHtml } from './frame-page.ts'
import type { Page } from './read-pages.ts'

/** A part of a page that the search finds: what stands under one heading. */
export interface SearchEntry {
  readonly id: string
  /** Title of the page. */
  readonly page: string
  /** Empty for what comes before the first heading below the title. */
  readonly heading: string
  readonly text: string
}

/** The parts of a page. @param html what its Markdown became */
export function searchEntries(page: Page, html: string): SearchEntry[] {
  const parts = html.split(/(?=<h[23] id=")/)
  return parts.map((part) => {
    const [, , anchor = '', heading = ''] = /^<h([23]) id="([^"]*)">(.*?)<\/h\1>/s.exec(part) ?? []
    const body = part.replace(/^<h([23]) .*?<\/h\1>|<h1 .*?<\/h1>/s, '')
    return {
      id: anchor === '' ? page.address : `${page.address}#${anchor}`,
      page: page.title,
      heading: textOfHtml(heading),
      text: textOfHtml(body.replace(/<\/(?:td|th|li|p|pre|h\d)>/g, ' $&')),
    }
  })
}
