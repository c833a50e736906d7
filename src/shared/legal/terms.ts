import type { LegalVersions } from './document.ts'
import { terms20261122 as en } from './terms-2026-11-22-en.ts'
import { terms20261122 as ru } from './terms-2026-11-22-ru.ts'

/** Every published wording of the terms and the privacy text, the one in force first. */
export const TERMS: LegalVersions = [{ date: '2026-11-22', texts: { en, ru } }]
