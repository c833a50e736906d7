/** The texts around the legal documents, which are in `src/shared/legal`. */
export const legal = {
  tab: (date: string) => `Version of ${date}`,
  inForce: 'This version is in force.',
  replaced: 'An earlier version, kept for reference. It is no longer in force.',
  toCurrent: 'Read the version in force',
  contents: 'Contents',
  versions: 'Versions',
  versionsText: 'Every version that has been in force stays available at its own address.',
  current: (date: string) => `${date}, in force`,
} as const
