import type { LegalVersions } from './document.ts'
import { purpose20261122 as en } from './purpose-2026-11-22-en.ts'
import { purpose20261122 as ru } from './purpose-2026-11-22-ru.ts'

/** All published versions of the purposes of processing, the current one first. */
export const PURPOSE: LegalVersions = [{ date: '2026-11-22', texts: { en, ru } }]
