import type { LegalVersions } from './document.ts'
import { terms20261122 as en } from './terms-2026-11-22-en.ts'
import { terms20261122 as ru } from './terms-2026-11-22-ru.ts'

/** All published versions of the terms and the privacy policy, the current one first. */
export const TERMS: LegalVersions = [{ date: '2026-11-22', texts: { en, ru } }]
