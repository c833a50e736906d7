import path from 'node:path'

/** A folder with terms of `REPLACED` and terms and an offer of `ANNOUNCED`, around the built ones. */
export const LEGAL_FOLDER = path.resolve(import.meta.dirname, '../fixtures/legal')
export const REPLACED = '2020-01-01'
export const ANNOUNCED = '2099-01-01'
