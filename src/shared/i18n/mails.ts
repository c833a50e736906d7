import { mails as en } from './en/mails.ts'
import type { Language, Texts } from './messages.ts'
import { mails as ru } from './ru/mails.ts'

/** Texts of e-mails; only the server has them. */
export const mails: Readonly<Record<Language, Texts<typeof en>>> = { en, ru }
