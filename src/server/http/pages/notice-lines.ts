import { LANGUAGES } from '#shared/i18n/messages.ts'
import { notices as texts } from '#shared/i18n/server-texts.ts'
import type { Notice } from '#server/notices/notices.sql.ts'
import { escapeHtml } from './escape-html.ts'

const STYLE = `
.announced { display: flex; gap: 1rem; align-items: start; justify-content: center; padding: .5rem 1rem; font: 500 .875rem/1.5 var(--font); color: var(--ink); background: var(--sunken); border-bottom: 2px solid var(--edge) }
.announced[data-level="warning"] { border-color: var(--warning) }
.announced p { margin: 0; text-wrap: balance; overflow-wrap: anywhere }
.announced button { flex: none; min-width: 1.5rem; min-height: 1.5rem; padding: 0 .25rem; font: inherit; text-decoration: underline; color: inherit; background: none; border: 0; cursor: pointer }
.announced button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.announced[hidden], :root:lang(en) .announced:lang(ru), :root:lang(ru) .announced:lang(en) { display: none }
@media print { .announced { display: none } }
`

/** Remembers in the browser which announcement was closed; another one shows again. */
const SCRIPT = `
for (const line of document.querySelectorAll('.announced[data-id]')) {
  const close = () => { for (const each of document.querySelectorAll('.announced[data-id]')) each.hidden = true }
  try { if (localStorage.getItem('closedAnnouncement') === line.dataset.id) close() } catch {}
  line.lastElementChild.addEventListener('click', () => {
    close()
    try { localStorage.setItem('closedAnnouncement', line.dataset.id) } catch {}
    document.getElementById('main')?.focus()
  })
}
`

/**
 * What stands above everything on each page, in both languages: the page changes its own without being loaded again. An
 * announcement can be closed, maintenance cannot.
 */
export function noticeLines(notices: readonly Notice[]): string {
  if (notices.length === 0) return ''
  const lines = notices.flatMap((notice) => LANGUAGES.map((language) => lineOf(notice, language)))
  return `<style>${STYLE}</style>${lines.join('')}<script>${SCRIPT}</script>`
}

function lineOf(notice: Notice, language: (typeof LANGUAGES)[number]): string {
  const { level, setAt } = notice
  const t = texts[language]
  const isClosable = notice.kind === 'announcement'
  const id = isClosable ? ` data-id="${setAt.getTime()}"` : ''
  const button = isClosable ? `<button type="button">${escapeHtml(t.close)}</button>` : ''
  return `<aside class="announced" lang="${language}" data-level="${level}"${id} aria-label="${escapeHtml(isClosable ? t.announcement : t.maintenance)}"><p>${escapeHtml(notice[language])}</p>${button}</aside>`
}
