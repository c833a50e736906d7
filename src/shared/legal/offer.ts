import type { LegalVersions } from './document.ts'
import { offer20261122 as en } from './offer-2026-11-22-en.ts'
import { offer20261122 as ru } from './offer-2026-11-22-ru.ts'

/** All published versions of the public offer, the current one first. Served as `/offer.pdf`. */
export const OFFER: LegalVersions = [{ date: '2026-11-22', texts: { en, ru } }]

/** Headings and captions around the offer's text. */
export const OFFER_WORDS = {
  en: { inForce: (day: string) => `In force from ${day}` },
  ru: { inForce: (day: string) => `Действует с ${day}` },
} as const
