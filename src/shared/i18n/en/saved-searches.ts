import type { Frequency } from '../../rules/saved-searches.ts'
import { plural } from '../messages.ts'

export const savedSearches = {
  title: 'Saved searches',
  none: 'Save a search, and this page will show how many matching channels have been added to the catalogue since your last visit. They can come by email, too.',
  tryExample: 'Try it with an example',
  save: 'Save this search',
  saveLead:
    'It will stand on the search page, with the number of channels that were added to the catalogue since your last visit.',
  name: 'Name',
  frequency: 'Email about new channels',
  frequencies: {
    never: 'Never',
    day: 'Once a day',
    week: 'Once a week',
  } satisfies Record<Frequency, string>,
  /** Beside a search. */
  mailed: { day: 'email once a day', week: 'email once a week' },
  frequencyHint: 'One email for all your saved searches, and only if there is something new.',
  othersHint: 'The emails go to the colleague who saved this search, who says how often.',
  confirm: 'Save',
  saved: (name: string) => `“${name}” is saved`,
  isSaved: (name: string) => `Saved as “${name}”`,
  saveFailed: 'The search was not saved',
  edit: (name: string) => `Change “${name}”`,
  editTitle: 'Saved search',
  changed: 'Changed',
  changeFailed: 'The saved search was not changed',
  remove: 'Delete',
  removed: (name: string) => `“${name}” is deleted`,
  removeFailed: 'The saved search was not deleted',
  fresh: (count: number, written: string) =>
    `${written} ${plural('en', count, { one: 'new', other: 'new' })}`,
  freshIn: (name: string) => `New in “${name}”`,
  nothingNew: 'Nothing new yet',
  nothingNewText: 'Channels that are added to the catalogue and match this search will be listed here.',
  showAll: 'Show all channels of this search',
  loadFailed: 'The saved searches could not be loaded',
  /** Beside the link to the search, for screen readers. */
  mark: (count: number, written: string) =>
    `${written} ${plural('en', count, { one: 'new channel', other: 'new channels' })} in saved searches`,
  stop: {
    title: 'Emails about new channels',
    question: 'Stop these emails?',
    lead: 'You will get no more emails about new channels in your saved searches. The searches stay.',
    confirm: 'Stop the emails',
    failed: 'The emails were not stopped',
    done: 'The emails have stopped',
    doneText: 'You can turn them on again beside each saved search.',
    dead: 'This link does not work',
    deadText: 'Copy the whole link from the email, or turn the emails off beside each saved search.',
  },
} as const
