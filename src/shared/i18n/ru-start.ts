import type { StartTexts } from './messages.ts'
import { common } from './ru/common.ts'
import { landing } from './ru/landing.ts'
import { search } from './ru/search.ts'
import { shell } from './ru/shell.ts'

/** The start page and what stands around pages, in Russian. */
export const ruStart = { common, landing, search, shell } as const satisfies StartTexts
