/** Subjects of advertising that a creator may refuse. Stored, so a name never changes. */
export const REFUSED_SUBJECTS = [
  'gambling',
  'alcohol',
  'tobacco',
  'adult',
  'loans',
  'crypto',
  'medicine',
  'courses',
  'politics',
  'religion',
] as const

export type RefusedSubject = (typeof REFUSED_SUBJECTS)[number]

/** For how many months no contact of an address is sold: `open` until its owner ends it, `off` no longer. */
export const PAUSES = ['off', '1', '3', '6', 'open'] as const

export type Pause = (typeof PAUSES)[number]

/** Why no contact of a channel is sold, where its creator wants it so. */
export const NO_CONTACT_REASONS = ['objection', 'pause'] as const

export type NoContactReason = (typeof NO_CONTACT_REASONS)[number]

/** What the owner of an address can ask of the operator. Stored, so a name never changes. */
export const REQUEST_KINDS = ['copy', 'source', 'correction', 'complaint', 'other'] as const

export type RequestKind = (typeof REQUEST_KINDS)[number]

export const REQUEST_TEXT_MAX = 2_000

/** The number of working days within which it must be answered (Article 20 of Russia's law on personal data; elsewhere a month is allowed). */
export const REQUEST_WORKING_DAYS = 10

/** How often a contact was sold, as its owner learns it: exact numbers would tell when somebody buys. */
export const SOLD_RANGES = ['0', '1-9', '10-99', '100+'] as const

/** The link of the notice is found late; one that was asked for is used at once. */
export const CREATOR_LINK_DAYS = { notice: 90, asked: 7 } as const
