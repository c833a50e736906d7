import { local } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { TEST_CARDS } from './sentinels.ts'
import type { LocalPayment } from './wire.ts'

export const PAY_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: light-dark(#d5d7de, #3b3d45);
  --paper: light-dark(#f3f4f7, #131418); --card: light-dark(#fff, #1d1f25); --ink: light-dark(#17181c, #eceef3);
  --soft: light-dark(#5a5d68, #a5a9b6); --accent: light-dark(#0b5ed7, #6ea8fe); --on-accent: light-dark(#fff, #0c1422) }
* { box-sizing: border-box }
body { margin: 0; padding: 1.5rem 1rem 3rem; background: var(--paper); color: var(--ink) }
main { max-width: 27rem; margin: 0 auto }
section { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.5rem; margin-bottom: 1rem }
h1 { margin: 0; font-size: 1rem; font-weight: 500; color: var(--soft) }
.sum { margin: .1rem 0; font-size: 2.1rem; line-height: 1.2; font-weight: 700; font-variant-numeric: tabular-nums }
.for { margin: 0 0 1.25rem; overflow-wrap: anywhere }
form { display: grid; grid-template-columns: 1fr 1fr; gap: .9rem }
label { display: grid; gap: .25rem; font-size: .875rem; color: var(--soft) }
.wide { grid-column: 1 / -1 }
input, button { font: inherit; min-height: 3rem; padding: .5rem .8rem; border-radius: .65rem; width: 100% }
input { border: 1px solid var(--line); background: var(--paper); color: var(--ink); font-variant-numeric: tabular-nums }
button { border: 1px solid var(--line); background: transparent; color: var(--ink); cursor: pointer }
button.main { border-color: transparent; background: var(--accent); color: var(--on-accent); font-weight: 650 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.error { margin: 0; color: light-dark(#b3261e, #ffb4ab) }
.notice { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px dashed var(--line); border-radius: .75rem; font-size: .9rem; color: var(--soft) }
h2 { margin: 0 0 .5rem; font-size: .9rem }
ul { margin: 0; padding: 0; list-style: none; font-size: .85rem }
li { padding: .3rem 0; border-top: 1px solid var(--line) }
code { font: inherit; font-variant-numeric: tabular-nums; white-space: nowrap }
a { color: var(--accent) }
`

/** The page on which a person pays. */
export function payPage({
  language,
  payment,
  error = false,
}: {
  readonly language: Language
  /** Undefined when there is no such payment. */
  readonly payment: LocalPayment | undefined
  /** The card is no test card, or the amount cannot be refunded. */
  readonly error?: boolean
}): string {
  const t = local[language].yookassa
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t.title}</title>
<style>${PAY_STYLE}</style>
</head>
<body>
<main>
<p class="notice">${t.notice}</p>
${payment === undefined ? `<section><p>${t.missing}</p></section>` : orderHtml(language, payment, error)}
</main>
</body>
</html>
`
}

function orderHtml(language: Language, payment: LocalPayment, hasError: boolean): string {
  const t = local[language].yookassa
  const sum = `${Number(payment.value).toLocaleString(language)} ₽`
  const head = `<h1>${t.title}</h1><p class="sum">${sum}</p><p class="for">${escape(payment.description ?? '')}</p>`
  if (payment.status !== 'pending') {
    const left = Number(payment.paid.value) - payment.refunded / 100
    const canRefund = payment.status === 'succeeded' && left > 0
    return `<section>${head}<p>${t.done}</p><p><a href="${escape(payment.returnUrl)}">${t.back}</a></p></section>
${canRefund ? refundHtml(language, left, hasError) : ''}`
  }
  const cards = [...TEST_CARDS].map(([number, reason]) => {
    const outcome = t.outcomes[(reason ?? 'paid') as keyof typeof t.outcomes]
    return `<li><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code> ${outcome}</li>`
  })
  return `<section>
${head}
<form method="post">
<label class="wide">${t.number}<input name="number" inputmode="numeric" autocomplete="off" value="5555 5555 5555 4444" maxlength="19" required autofocus></label>
<label>${t.expiry}<input name="expiry" inputmode="numeric" autocomplete="off" value="12/30" maxlength="5" required></label>
<label>${t.csc}<input name="csc" inputmode="numeric" autocomplete="off" value="123" maxlength="3" required></label>
${hasError ? `<p class="error wide" role="alert">${t.unknownCard}</p>` : ''}
<button class="main wide" name="action" value="pay">${t.pay(sum)}</button>
<button class="wide" name="action" value="close" formnovalidate>${t.close}</button>
<button class="wide" name="action" value="expire" formnovalidate>${t.expire}</button>
</form>
</section>
<section><h2>${t.cards}</h2><ul>${cards.join('')}</ul></section>`
}

/** What the shop's staff do in their cabinet at the provider. */
function refundHtml(language: Language, left: number, hasError: boolean): string {
  const t = local[language].yookassa
  return `<section><h2>${t.cabinet}</h2>
<form method="post">
<label class="wide">${t.refundAmount}<input name="amount" inputmode="decimal" autocomplete="off" value="${left.toFixed(2)}" maxlength="10" required></label>
${hasError ? `<p class="error wide" role="alert">${t.noRefund}</p>` : ''}
<button class="wide" name="action" value="refund">${t.refund}</button>
</form>
</section>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
