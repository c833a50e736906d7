import { yookassa as en } from './en/yookassa.ts'
import type { Language, Texts } from './messages.ts'
import { yookassa as ru } from './ru/yookassa.ts'

/** Texts of the local payment page; no part of the web. */
export const yookassa: Readonly<Record<Language, Texts<typeof en>>> = { en, ru }
