import { google as en } from './en/google.ts'
import type { Language, Texts } from './messages.ts'
import { google as ru } from './ru/google.ts'

/** Texts of the stand-in of Google's sign-in; no part of the web. */
export const google: Readonly<Record<Language, Texts<typeof en>>> = { en, ru }
