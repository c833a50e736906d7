import type { StartTexts } from './en-start.ts'
import { common } from './ru/common.ts'
import { labels } from './ru/labels.ts'
import { landing } from './ru/landing.ts'
import { shell } from './ru/shell.ts'

/** The start page and the frame around pages, in Russian. */
export const ruStart = { common, labels, landing, shell } as const satisfies StartTexts
