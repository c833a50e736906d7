import type { LegalVersions } from './document.ts'
import { consent20261122 as en } from './consent-2026-11-22-en.ts'
import { consent20261122 as ru } from './consent-2026-11-22-ru.ts'

/** All published versions of the consent to data processing, the current one first. */
export const CONSENT: LegalVersions = [{ date: '2026-11-22', texts: { en, ru } }]
