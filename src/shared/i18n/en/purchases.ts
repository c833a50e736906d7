import { plural } from '../messages.ts'

/** The list of purchases. */
export const purchases = {
  title: 'Purchases',
  description: 'Contacts of video creators that you have bought.',
  emptyTitle: 'Your purchases will be here',
  emptyText: 'Find a channel, press "get data", and its contact is kept on this page.',
  visitorText: 'Purchases are kept in your account.',
  total: (count: number, written: string) =>
    `${written} ${plural('en', count, { one: 'contact', other: 'contacts' })}`,
  found: (count: number, written: string) =>
    `${written} ${plural('en', count, { one: 'contact fits', other: 'contacts fit' })}`,
  bought: (date: string) => `Bought ${date}`,
  copy: (channel: string) => `Copy the address of ${channel}`,
  withheld: {
    objection: 'The owner of the address asked not to be listed. The address is withheld.',
    gone: 'No address of this channel is known any more.',
  },
  remove: (channel: string) => `Remove ${channel} from purchases`,
  askTitle: (channel: string) => `Remove ${channel}?`,
  askText: 'Its address is withheld, so it cannot be brought back.',
  askRemove: 'Remove',
  askKeep: 'Keep',
  removed: (channel: string) => `${channel} is removed`,
  removeFailed: (channel: string) => `${channel} could not be removed. Try again.`,
  undo: 'Undo',
  undone: (channel: string) => `${channel} is back`,
  undoFailed: 'It could not be brought back. Revealing this channel again costs nothing.',
  search: 'Search in purchases',
  searchPlaceholder: 'Name or address',
  sorts: { newest: 'Newest first', oldest: 'Oldest first', name: 'Name' },
  nothingFits: 'No purchase fits',
  nothingFitsText: 'Search by a part of the name or of the address.',
  loadingAll: (loaded: string, total: string) => `Loading ${loaded} of ${total}`,
  errorTitle: 'Your purchases could not be loaded',
  errorText: 'Nothing is lost. Try again in a moment.',
  staleText: 'These are the purchases as they were last known.',
} as const
