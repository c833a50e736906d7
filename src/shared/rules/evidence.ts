/** Why a buyer says that a contact is of no use. */
export const REPORT_KINDS = ['bounced', 'no_mailbox', 'wrong_person', 'not_business'] as const

/** The longest answer of a mail server that can be handed in, in characters: what fits into the body of a call. */
export const EVIDENCE_MAX = 60_000

/** What became of a report: the use came back; another contact is shown instead; somebody looks at it; nothing is owed. */
export const REPORT_STATES = ['credited', 'replaced', 'review', 'refused'] as const

/**
 * Why. `gone`: the mail server says that there is no such mailbox. `operator`: we have looked at it. `temporary`: the server may
 * take an email later, or the mailbox is full. `policy`: it refuses the sender, not the address. `late`: the days are over.
 * `unclear`, `many` wait for us: no answer decides it, or there were many returns lately. `returned`: the use had come back
 * before the report was decided, by an objection or another report.
 */
export const REPORT_REASONS = [
  'gone',
  'operator',
  'returned',
  'temporary',
  'policy',
  'late',
  'unclear',
  'many',
] as const

/** How long after a reveal a contact can be reported. */
export const WARRANTY_DAYS = 30

/** Kinds of source that have a name of their own before payment; an import may name others, which are then called `other`. */
export const SOURCE_KINDS = [
  'website',
  'creator',
  'channel',
  'social',
  'directory',
  'agency',
  'manual',
  'import',
] as const

/** How many people have a contact, in groups so that no purchase can be watched. */
export const BUYER_GROUPS = ['0', '1-5', '6-20', '21+'] as const

export type BuyerGroup = (typeof BUYER_GROUPS)[number]

/**
 * What the last check found. `ok`: the domain takes mail, which says nothing of the mailbox. `returned`:
 * a buyer says that emails come back. `cannot_tell`: nobody answered.
 */
export const CHECK_RESULTS = ['ok', 'returned', 'cannot_tell'] as const

/** The number of days for which reports of a contact count before it is bought. */
export const REPORT_DAYS = 90

/** How long a contact is sold and kept at most after it was last seen or confirmed, as the purpose page says. */
export const CONTACT_MONTHS = { sold: 12, kept: 15 }
