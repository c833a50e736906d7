/** Recommended and similar channels. */
export const recommendations = {
  title: 'Recommended',
  description: 'Channels like those whose contacts you have bought, with the reason for each.',
  lead: 'Based on the contacts you have bought, with the reason for each.',
  activeOnly: (days: number) => `Channels without an upload for ${days} days or more are left out.`,
  popularLead:
    'You have not bought a contact yet, so these are popular channels. After your first purchase, similar channels will appear here.',
  nothingLikeLead: 'Nothing in the catalogue is like your purchases yet, so these are popular channels.',
  visitorLead:
    'Choose a content type to see its popular channels. Once you have bought a contact, similar channels will appear here.',
  types: 'Content types',
  allTypes: 'All types',
  popularIn: (type: string) => `Popular in ${type}`,
  searchType: (type: string) => `All channels in ${type}`,
  searchAll: 'Go to search',
  /** The languages of popular channels: the page's own, or all. */
  languages: 'Languages',
  ownLanguage: 'In English',
  allLanguages: 'All languages',
  noneInLanguage: 'There are no such channels in English yet, so these are in other languages.',
  /** On the tab of a card: the bought channel that it is like. */
  like: (channel: string) => `Like ${channel}`,
  /** On the tab of a card without it. */
  recommended: 'Recommended',
  /** Joined by semicolons into one sentence, so without a capital. */
  reasons: {
    topics: 'same topics',
    name: 'similar name',
    type: 'same content type',
    audience: 'same audience',
    size: 'similar size',
    language: 'same language',
    country: 'same country',
    bought: 'contacts often bought together',
  },
  withTerms: (reason: string, terms: string) => `${reason}: ${terms}`,
  about: (channel: string) => `About ${channel}`,
  notForMe: 'Not for me',
  notForMeOf: (channel: string) => `Not for me: ${channel}`,
  dismissed: (channel: string) => `${channel} will not be recommended to you again.`,
  undo: 'Undo',
  undoOf: (channel: string) => `Undo: recommend ${channel} again`,
  dismissFailed: (channel: string) => `${channel} is still recommended to you. Try again.`,
  undoFailed: (channel: string) => `${channel} could not be brought back. Try again.`,
  earlier: (written: string) => `Dismissed earlier: ${written}`,
  dismissedOn: (date: string) => `Dismissed on ${date}`,
  bringBack: 'Recommend again',
  moreDismissed: 'Show more',
  moreDismissedFailed: 'The others could not be loaded. Try again.',
  bringBackOf: (channel: string) => `Recommend again: ${channel}`,
  broughtBack: (channel: string) => `${channel} can be recommended to you again.`,
  more: 'Show more',
  emptyTypeTitle: 'No channels of this type yet',
  emptyTypeText: 'Choose another content type, or search the whole catalogue.',
  errorTitle: 'Recommendations could not be loaded',
  errorText: 'Your purchases are not affected. Try again in a moment.',
  popularErrorTitle: 'Popular channels could not be loaded',
  popularErrorText: 'Try again in a moment.',
  /** Under the purchases. */
  block: {
    title: 'Like your purchases',
    all: 'All recommendations',
  },
  /** On a channel's page. */
  similar: {
    title: 'Similar channels',
    byNames:
      'We do not know this channel’s recent video titles yet, so we compared names and imported facts.',
    emptyTitle: 'No similar channels found',
    emptyText: 'The catalogue may grow. Until then, search by topic, audience and size.',
    errorTitle: 'Similar channels could not be loaded',
    errorText: 'Try again in a moment.',
  },
  /** In the profile. */
  choice: {
    title: 'Recommendations',
    label: 'Count my purchases',
    lead: 'Channels that several people bought together are recommended to others. We never say who bought what. A pair counts only if at least six different people have bought both contacts, nine for some pairs, and nobody sees the exact number.',
    hint: 'A change takes effect on a random night within a week, and the next one after 30 days at the earliest, so that nobody can tell whose purchases were added or left out. Your own recommendations stay.',
    counted: 'Saved. We will count your purchases again.',
    notCounted: 'Saved. We will stop counting your purchases.',
    failed: 'Your choice was not saved. Try again.',
    errorTitle: 'Your choice could not be loaded',
    errorText: 'Your last choice still applies. Try again in a moment.',
  },
} as const
