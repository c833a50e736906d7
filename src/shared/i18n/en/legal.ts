/** The texts around the legal documents, which are in `src/shared/legal`. */
export const legal = {
  tab: (date: string) => `Version of ${date}`,
  inForce: 'This version is in force.',
  announced: (date: string) => `Not in force yet. This version applies from ${date}.`,
  next: (date: string) => `A new version applies from ${date}.`,
  readNext: 'Read the new version',
  newTerms: 'New terms',
  newTermsFrom: (date: string) => `New terms apply from ${date}.`,
  whatChanges:
    'They say when we return a use because a contact does not work, how long we keep contacts, and what we tell creators.',
  readNew: { terms: 'Read the terms', and: 'and', offer: 'the offer (PDF)' },
  newOffer: (date: string) => `Public offer from ${date} (PDF)`,
  noted: 'Got it',
  notedFailed: 'This could not be saved. Try again.',
  replaced: 'An earlier version, kept for reference. It is no longer in force.',
  toCurrent: 'Read the version in force',
  contents: 'Contents',
  versions: 'Versions',
  versionsText: 'Every version stays available at its own link.',
  coming: (date: string) => `${date}, not in force yet`,
  current: (date: string) => `${date}, in force`,
} as const
