/** The version of the terms and privacy policy that a new account accepts; its date. */
export const AGREEMENT_VERSION = '2026-11-22'

/** The version of the consent to data processing that a new account gives; its date. */
export const CONSENT_VERSION = '2026-11-22'
