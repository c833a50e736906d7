/** How many templates a holder may keep. */
export const TEMPLATES_MAX = 50

/** Longest texts of a template, in characters. */
export const TEMPLATE_NAME_MAX = 80
export const SUBJECT_MAX = 4_000
export const BODY_MAX = 10_000

/** What templates name in braces: the channel, the person who writes, their company, the channel's last video. */
export const TEMPLATE_FIELDS = ['channel', 'name', 'company', 'last_video'] as const
export type TemplateField = (typeof TEMPLATE_FIELDS)[number]

/** What stands for the fields in one email; null: not known. */
export type FieldValues = Readonly<Record<TemplateField, string | null>>

const FIELD = new RegExp(`\\{(${TEMPLATE_FIELDS.join('|')})\\}`, 'g')

/** A text with its fields filled in. Those that are not known, and all other braces, stay as they are. */
export function fillTemplate(text: string, values: FieldValues): string {
  return text.replace(FIELD, (field, name: TemplateField) => values[name] ?? field)
}

/** The fields that a text has. */
export function fieldsOf(text: string): readonly TemplateField[] {
  return TEMPLATE_FIELDS.filter((name) => text.includes(`{${name}}`))
}

/** Longer links to mail programs are cut off by some of them, without a word. */
const MAIL_LINK_MAX = 1_800

/** The link that opens a mail program with an email; null when it would be too long. @param address as a link, `mailto:...` */
export function emailLink(address: string, subject: string, body: string): string | null {
  // Mail programs expect the line ends of emails.
  const written = [subject, body.replace(/\r?\n/g, '\r\n')].map(encodeURIComponent)
  const link = `${address}?subject=${written[0]}&body=${written[1]}`
  return link.length > MAIL_LINK_MAX ? null : link
}

/** For how long after an email to a creator a second one of the same team is warned of. */
export const WARNING_DAYS = 90
