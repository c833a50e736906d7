import { local } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { ReceivedMessage } from './inbox.ts'

const SHOWN = 50

export const INBOX_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
form { display: flex; gap: .5rem; flex-wrap: wrap; align-items: end }
label { display: grid; flex: 1 }
input, button { font: inherit; padding: .4rem .6rem; min-height: 2.75rem; box-sizing: border-box }
article { border: 1px solid GrayText; border-radius: .75rem; padding: 1rem; margin: 1rem 0 }
h2 { margin: 0; font-size: 1.1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .75rem; margin: .5rem 0 }
dd { margin: 0; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
iframe { width: 100%; height: 26rem; border: 1px solid GrayText; border-radius: .5rem; background: #fff }
`

/** The inbox page with the newest messages. One that waits for an email reloads every few seconds. */
export function inboxPage({
  language,
  messages,
  to,
  isPublic,
}: {
  readonly language: Language
  readonly messages: readonly ReceivedMessage[]
  readonly to: string
  /** Everybody can read it: of a demonstration. */
  readonly isPublic: boolean
}): string {
  const t = local[language].inbox
  const title = isPublic ? local[language].demo.mail : t.title
  const shown = messages.slice(0, SHOWN).map((message) => article(message, language))
  // Where an address has to be typed first, a reload would take it away.
  const isWaiting = shown.length === 0 && (to !== '' || !isPublic)
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isWaiting ? '<meta http-equiv="refresh" content="5">' : ''}
<title>${title}</title>
<style>${INBOX_STYLE}</style>
<main>
<h1>${title}</h1>
<p>${isPublic ? t.demo : t.explanation}</p>
<form>
<label>${t.to}<input name="to" type="email" value="${escape(to)}"></label>
<button>${t.show}</button>
</form>
${isWaiting ? `<p>${t.empty}</p>` : ''}
${shown.length > 0 ? `<p><a href="">${t.lookAgain}</a></p>\n${shown.join('\n')}` : ''}
</main>
</html>
`
}

function article(message: ReceivedMessage, language: Language): string {
  const t = local[language].inbox
  const time = new Date(message.receivedAt).toLocaleString(language)
  return `<article>
<h2>${escape(message.subject)}</h2>
<dl><dt>${t.to}</dt><dd>${escape(message.to)}</dd><dt>${t.received}</dt><dd><time datetime="${message.receivedAt}">${time}</time></dd></dl>
<pre>${escape(message.text)}</pre>
<details><summary>${t.preview}</summary><iframe sandbox title="${t.preview}" loading="lazy" src="/local/mail/${message.id}?${new URLSearchParams({ to: message.to }).toString()}"></iframe></details>
</article>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
