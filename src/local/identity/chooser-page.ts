import { local } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { ACCOUNTS } from './accounts.ts'

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
  /** What the page was opened with; every choice carries it on. */
  readonly carried: Readonly<Record<string, string>>
  readonly explanation: string
  readonly sentinels: readonly string[]
  /** Whether an account has groups to type, and the person may leave without choosing: at the issuer, not at Google. */
  readonly isIssuer: boolean
}

/** The accounts to choose from: some that work, any typed address, and the sentinels. */
export function chooserPage(
  language: Language,
  { carried, explanation, sentinels, isIssuer }: Chooser,
): string {
  const t = local[language].identity
  const query = (choice: Readonly<Record<string, string>>) =>
    escape(`?${new URLSearchParams({ ...carried, ...choice }).toString()}`)
  const item = (email: string, name: string, groups: readonly string[] = []) => {
    const choice = { email, name, ...(isIssuer && { groups: groups.join(',') }) }
    return `<li><a href="${query(choice)}">${escape(name === '' ? email : `${name}, ${email}`)}</a></li>`
  }
  const hidden = Object.entries(carried)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('')
  return page(
    language,
    `<h1>${t.title}</h1>
<p>${explanation}</p>
<ul>${ACCOUNTS.map(({ email, name, groups }) => item(email, name, groups)).join('')}</ul>
<h2>${t.another}</h2>
<form>${hidden}
<label>${t.email}<input name="email" type="email" required></label>
<label>${t.name}<input name="name"></label>
${isIssuer ? `<label>${t.groups}<input name="groups"></label>\n` : ''}<button>${t.continue}</button>
</form>
${isIssuer ? `<p><a href="${query({ cancel: '1' })}">${t.cancel}</a></p>\n` : ''}<details><summary>${t.failing}</summary><ul>${sentinels.map((sentinel) => item(`${sentinel}@gmail.example`, '')).join('')}</ul></details>`,
  )
}

/** The page that passes the token back. */
export function donePage(
  language: Language,
  { credential, origin }: { readonly credential: string; readonly origin: string },
): string {
  return page(
    language,
    `<p id="token" data-credential="${escape(credential)}" data-origin="${escape(origin)}">${local[language].identity.done}</p>
<script>${DONE_SCRIPT}</script>`,
  )
}

function page(language: Language, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${local[language].identity.title}</title>
<style>${CHOOSER_STYLE}</style>
<main>${content}</main>
</html>
`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
