/** Which wording of the terms and privacy text a new account agrees to; its date. */
export const AGREEMENT_VERSION = '2026-11-22'

/** Which wording of the consent to data processing a new account gives; its date. */
export const CONSENT_VERSION = '2026-11-22'
