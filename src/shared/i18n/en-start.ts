import { common } from './en/common.ts'
import { labels } from './en/labels.ts'
import { landing } from './en/landing.ts'
import { shell } from './en/shell.ts'
import type { Texts } from './messages.ts'

/** What the start page and everything that stands around pages says: all that a first visit has to load. */
export const enStart = { common, labels, landing, shell } as const

/** The part of a dictionary that the start page gets by with. */
export type StartTexts = Texts<typeof enStart>
