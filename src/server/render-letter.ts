import type { Language } from '#shared/i18n/messages.ts'
import type { Letter } from './adapters/mail/mail.ts'

export type LetterText = Pick<Letter, 'subject' | 'text' | 'html'>

/** A paragraph, a highlighted code, or a link that can be read, clicked and copied. */
type Part = { readonly text: string } | { readonly code: string } | { readonly link: string }

interface LetterParts {
  readonly language: Language
  readonly subject: string
  readonly parts: readonly Part[]
  readonly footer: string
}

// Mail programs ignore style sheets and most of CSS, so the styles are inline.
const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
const STYLE = {
  body: `margin:0;padding:24px 12px;background:#f4f4f6;color:#1a1a1f;${FONT};font-size:16px;line-height:1.5`,
  box: 'max-width:480px;margin:0 auto;padding:24px;background:#fff;border-radius:12px',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  text: 'margin:0 0 16px',
  code: 'margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px;font-variant-numeric:tabular-nums',
  link: 'color:#1a1a1f;overflow-wrap:anywhere;word-break:break-word',
  footer: 'margin:16px auto 0;max-width:480px;color:#62626b;font-size:13px',
} as const

/** Renders a letter as plain text and as HTML with the same words. */
export function renderLetter({ language, subject, parts, footer }: LetterParts): LetterText {
  return {
    subject,
    text: `${[...parts.map(asLine), '--', footer].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="${STYLE.body}">
<div style="${STYLE.box}">
<h1 style="${STYLE.title}">${escape(subject)}</h1>
${parts.map(asBlock).join('\n')}
</div>
<p style="${STYLE.footer}">${escape(footer)}</p>
</body>
</html>
`,
  }
}

function asLine(part: Part): string {
  if ('code' in part) return part.code
  return 'link' in part ? part.link : part.text
}

function asBlock(part: Part): string {
  if ('code' in part) return `<p style="${STYLE.code}">${escape(part.code)}</p>`
  if ('text' in part) return `<p style="${STYLE.text}">${escape(part.text)}</p>`
  const link = escape(part.link)
  return `<p style="${STYLE.text}"><a href="${link}" style="${STYLE.link}">${link}</a></p>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
