import type { Language } from '#shared/i18n/messages.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import type { PageName } from '#shared/pages.ts'
import { PATHS, pathInLanguage } from '#shared/paths.ts'
import type { Config } from './config/config.ts'
import type { Email } from './adapters/mail/mail.ts'

export type EmailText = Pick<Email, 'subject' | 'text' | 'html'>

interface Link {
  readonly label: string
  readonly link: string
}

/** A paragraph; a code, set large; facts, one a line; the button; a heading with links under it; what is only for some readers, under a hairline. */
type Part =
  | { readonly text: string }
  | { readonly code: string }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly button: Link }
  | { readonly list: { readonly title: string; readonly links: readonly Link[] } }
  | { readonly aside: string; readonly way?: Link }

interface EmailParts {
  readonly language: Language
  readonly subject: string
  readonly parts: readonly Part[]
  /** Why the email came. */
  readonly reason: string
}

/** The tokens of light and dark. Mail programs know no custom properties; a test compares these with `tokens.css`. */
export const EMAIL_COLORS = {
  paper: ['#faf8f3', '#141310'],
  card: ['#fffefb', '#1b1a16'],
  sunken: ['#f3efe6', '#232019'],
  ink: ['#1b1a17', '#efebe1'],
  muted: ['#676257', '#a8a294'],
  line: ['#ddd7ca', '#34302a'],
  accent: ['#c8361d', '#ff6b4a'],
  'on-accent': ['#ffffff', '#141310'],
} as const

type Color = keyof typeof EMAIL_COLORS

const light = (color: Color) => writtenColor(EMAIL_COLORS[color][0])
const dark = (color: Color) => writtenColor(EMAIL_COLORS[color][1])

/** Six digits in a row would be taken for the code by whatever looks for one in an email. */
export function writtenColor(color: string): string {
  if (!/^#\d{6}$/.test(color)) return color
  const [red, green, blue] = color.match(/\d\d/g)!.map((byte) => Number.parseInt(byte, 16))
  return `rgb(${red},${green},${blue})`
}

// Mail programs ignore most of CSS, so every style is inline and the layout consists of tables. Only the dark theme needs a
// style sheet: who ignores it shows the light one.
const FONT = 'font-family:Onest,system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const NIGHT = [
  `.paper{background:${dark('paper')}!important}`,
  `.card{background:${dark('card')}!important;border-color:${dark('line')}!important}`,
  `.tab{border-color:${dark('accent')} ${dark('line')} ${dark('card')}!important}`,
  `.sunken{background:${dark('sunken')}!important;border-color:${dark('line')}!important}`,
  `.line{border-color:${dark('line')}!important}`,
  `.ink{color:${dark('ink')}!important}`,
  `.edge{border-color:${dark('ink')}!important}`,
  `.muted{color:${dark('muted')}!important}`,
  `.accent{background:${dark('accent')}!important;border-color:${dark('accent')}!important}`,
  `.on-accent{color:${dark('on-accent')}!important}`,
].join('')

/** The address of a page, for an email. A Russian one leads to the Russian page; others leave the language to the reader. */
export function linkToPage(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  page: PageName,
  language: Language,
): string {
  const path = PATHS[page]
  return publicUrl + (language === 'ru' ? pathInLanguage(path, language) : path)
}

/** Renders an email as plain text and as HTML with the same words. It loads nothing from anywhere. */
export function renderEmail({ language, subject, parts, reason }: EmailParts): EmailText {
  const { common } = mails[language]
  const lines = parts.map((part) => asLines(part))
  return {
    subject,
    text: `${[...lines, '--', reason].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escape(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${NIGHT}}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light('paper')}">
<div style="display:none;max-height:0;overflow:hidden">${escape(preview(parts))}</div>
<table ${TABLE} width="100%" class="paper" bgcolor="${light('paper')}" style="background:${light('paper')}"><tr><td align="center" style="padding:32px 12px">
<!--[if mso]><table ${TABLE} width="520"><tr><td><![endif]-->
<table ${TABLE} width="100%" style="max-width:520px;${FONT};font-size:16px;line-height:1.5;text-align:left">
<tr><td style="font-size:0">${TAB}</td></tr>
<tr><td class="card ink" bgcolor="${light('card')}" style="padding:28px 24px 12px;border:1px solid ${light('line')};border-radius:0 3px 3px 3px;background:${light('card')};color:${light('ink')}">
<h1 class="ink" style="margin:0 0 20px;font-size:22px;line-height:1.3;font-weight:600;color:${light('ink')}">${escape(subject)}</h1>
${parts.map((part) => asBlock(part, common.copyLink)).join('\n')}
</td></tr>
<tr><td class="muted" style="padding:16px 24px 0;font-size:13px;line-height:1.5;color:${light('muted')}">${escape(reason)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`,
  }
}

// The logo, an index card, drawn with cells: pictures would have to be loaded, and mail programs block them.
const MARK = `<table ${TABLE}><tr><td class="accent edge" width="7" height="3" bgcolor="${light('accent')}" style="width:7px;height:3px;border:2px solid ${light('ink')};border-bottom:0;border-radius:2px 2px 0 0;background:${light('accent')};font-size:0;line-height:0">&nbsp;</td><td width="9" style="width:9px;font-size:0;line-height:0">&nbsp;</td></tr><tr><td colspan="2" class="edge" height="8" style="height:8px;border:2px solid ${light('ink')};border-radius:0 2px 2px 2px;font-size:0;line-height:0">&nbsp;</td></tr></table>`

const TAB = `<table ${TABLE}><tr><td class="card tab" bgcolor="${light('card')}" style="padding:9px 16px 8px;border:1px solid ${light('line')};border-top:2px solid ${light('accent')};border-bottom-color:${light('card')};border-radius:3px 3px 0 0;background:${light('card')}"><table ${TABLE}><tr><td valign="middle" style="padding-right:9px">${MARK}</td><td class="ink" valign="middle" style="color:${light('ink')};${FONT};font-size:15px;line-height:20px;font-weight:600">Channelbook</td></tr></table></td></tr></table>`

/** What lists of emails show after the subject. */
function preview(parts: readonly Part[]): string {
  return parts.flatMap((part) => ('text' in part ? part.text : 'code' in part ? part.code : [])).join(' ')
}

function asLines(part: Part): string {
  if ('code' in part) return part.code
  if ('text' in part) return part.text
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  if ('button' in part) return asWay(part.button)
  if ('list' in part) return [part.list.title, ...part.list.links.map(asWay)].join('\n\n')
  return part.way === undefined ? part.aside : `${part.aside}\n\n${asWay(part.way)}`
}

/** The address has a line of its own, so that programs recognise all of it. */
function asWay({ label, link }: Link): string {
  return `${label}:\n${link}`
}

function asBlock(part: Part, copyLink: string): string {
  if ('text' in part) return `<p style="margin:0 0 16px">${escape(part.text)}</p>`
  if ('code' in part) {
    return `<table ${TABLE} width="100%" style="margin:0 0 16px"><tr><td class="sunken ink" align="center" bgcolor="${light('sunken')}" style="padding:18px 8px;border:1px solid ${light('line')};border-radius:3px;background:${light('sunken')};color:${light('ink')};font-size:38px;line-height:44px;font-weight:700;letter-spacing:8px;text-indent:8px;font-variant-numeric:tabular-nums">${escape(part.code)}</td></tr></table>`
  }
  if ('facts' in part) {
    const rows = part.facts.map(
      ([name, value]) =>
        `<tr><td class="line muted" valign="top" style="padding:8px 16px 8px 0;border-top:1px solid ${light('line')};color:${light('muted')}">${escape(name)}</td><td class="line ink" valign="top" align="right" style="padding:8px 0;border-top:1px solid ${light('line')};color:${light('ink')}">${escape(value)}</td></tr>`,
    )
    return `<table ${TABLE} width="100%" style="margin:0 0 16px;font-size:15px">${rows.join('')}</table>`
  }
  if ('button' in part) return asButton(part.button, copyLink)
  if ('list' in part) {
    const links = part.list.links.map(({ label, link }) => asLink(label, link)).join('<br>')
    return `<h2 class="line ink" style="margin:24px 0 8px;padding:16px 0 0;border-top:1px solid ${light('line')};font-size:17px;line-height:1.35;font-weight:600;color:${light('ink')}">${escape(part.list.title)}</h2><p style="margin:0 0 16px;line-height:1.9">${links}</p>`
  }
  const way = part.way === undefined ? '' : `<br>${asLink(part.way.label, part.way.link)}`
  return `<p class="line ink" style="margin:24px 0 16px;padding:16px 0 0;border-top:1px solid ${light('line')};font-size:15px;color:${light('ink')}">${escape(part.aside)}${way}</p>`
}

function asButton({ label, link }: Link, copyLink: string): string {
  const address = escape(link)
  return `<table ${TABLE} style="margin:4px 0 16px"><tr><td class="accent" bgcolor="${light('accent')}" style="border-radius:3px;background:${light('accent')}"><a class="on-accent" href="${address}" style="display:inline-block;padding:13px 24px;color:${light('on-accent')};font-weight:600;line-height:22px;text-decoration:none">${escape(label)}</a></td></tr></table>
<p class="muted" style="margin:0 0 16px;font-size:13px;color:${light('muted')}">${escape(copyLink)}<br>${asLink(link, link)}</p>`
}

function asLink(label: string, link: string): string {
  return `<a class="ink" href="${escape(link)}" style="color:${light('ink')};overflow-wrap:anywhere;word-break:break-word">${escape(label)}</a>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
