import { local } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { ACCOUNTS, SENTINELS } from './google-accounts.ts'

export const CHOOSER_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem }
ul { list-style: none; padding: 0; display: grid; gap: .5rem }
li a { display: block; padding: .6rem .8rem; border: 1px solid GrayText; border-radius: .5rem; overflow-wrap: anywhere }
form, label { display: grid; gap: .25rem }
form { gap: .75rem }
input, button { font: inherit; padding: .4rem .6rem; min-height: 2.75rem; box-sizing: border-box }
`

/** Passes the token to the page that opened the window, and only to that origin. */
export const DONE_SCRIPT = `
const { credential, origin } = document.getElementById('token').dataset
window.opener?.postMessage({ credential }, origin)
window.close()
`

interface Chooser {
  readonly clientId: string
  readonly nonce: string
  readonly origin: string
}

/** The accounts to choose from: some that work, any typed address, and the sentinels. */
export function chooserPage(language: Language, { clientId, nonce, origin }: Chooser): string {
  const t = local[language].google
  const query = (email: string, name: string) =>
    escape(`?${new URLSearchParams({ client_id: clientId, nonce, origin, email, name }).toString()}`)
  const item = (email: string, name: string) =>
    `<li><a href="${query(email, name)}">${escape(name === '' ? email : `${name}, ${email}`)}</a></li>`
  const hidden = Object.entries({ client_id: clientId, nonce, origin })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('')
  return page(
    language,
    `<h1>${t.title}</h1>
<p>${t.explanation}</p>
<ul>${ACCOUNTS.map(({ email, name }) => item(email, name)).join('')}</ul>
<h2>${t.another}</h2>
<form>${hidden}
<label>${t.email}<input name="email" type="email" required></label>
<label>${t.name}<input name="name"></label>
<button>${t.continue}</button>
</form>
<details><summary>${t.failing}</summary><ul>${SENTINELS.map((sentinel) => item(`${sentinel}@gmail.example`, '')).join('')}</ul></details>`,
  )
}

/** The page that passes the token back. */
export function donePage(
  language: Language,
  { credential, origin }: { readonly credential: string; readonly origin: string },
): string {
  return page(
    language,
    `<p id="token" data-credential="${escape(credential)}" data-origin="${escape(origin)}">${local[language].google.done}</p>
<script>${DONE_SCRIPT}</script>`,
  )
}

function page(language: Language, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${local[language].google.title}</title>
<style>${CHOOSER_STYLE}</style>
<main>${content}</main>
</html>
`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
