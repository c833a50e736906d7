import { inbox as en } from './en/inbox.ts'
import type { Language, Texts } from './messages.ts'
import { inbox as ru } from './ru/inbox.ts'

/** Texts of the local inbox; no part of the web. */
export const inbox: Readonly<Record<Language, Texts<typeof en>>> = { en, ru }
