import type { Audience, ContentType, RangeLabel } from '../../rules/filters.ts'
import { plural } from '../messages.ts'

// All that a first visit loads of the dictionary: the start page and what stands around every page.

/** Texts that several screens share. */
export const common = {
  productName: 'Channelbook',
  close: 'Close',
  retry: 'Try again',
  offlineUnsent: 'You are offline. Nothing was sent, so nothing was spent.',
  offlineBroken: 'The connection broke off. You can repeat it: nothing is charged twice.',
  offlineWait: 'A button to try again appears here once the connection is back.',
  loading: 'Loading',
  copy: 'Copy',
  toSearch: 'Go to search',
  toHome: 'Go to the start page',
  logIn: 'Log in',
  logInOrSignUp: 'Log in or sign up',
  signUp: 'Sign up',
  offline: 'You are offline. Check the connection and try again.',
  seconds: (seconds: string) => `${seconds} s`,
} as const

/** Header, footer, cookie notice and everything else around a page. */
export const shell = {
  skipToContent: 'Skip to content',
  mainMenu: 'Main menu',
  search: 'Search',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  purchases: 'PURCHASES',
  promotion: 'PROMOTION',
  purchase: 'PURCHASE',
  profile: 'Profile',
  balance: (written: string, count: number) =>
    `${written} ${plural('en', count, { one: 'use', other: 'uses' })}. Choose a package`,
  authorization: 'Log in',
  language: 'Language',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', system: 'As in the system' },
  notifications: 'Notifications',
  cookieText: 'Cookies only remember you and your language.',
  cookieMore: 'About cookies',
  cookieConfirm: 'Got it',
  cookieBanner: 'Cookies',
  documents: 'Documents',
  terms: 'Terms and privacy',
  purpose: 'Purpose of processing',
  dataprocessing: 'Data processing',
  offer: 'Public offer (PDF)',
  sponsors: 'Sponsors',
  vote: 'Vote for features',
  optout: 'Remove my address',
  support: 'Support',
  more: 'Also here',
  motto: 'The address book of video creators.',
  offlineTitle: 'You are offline',
  offlineText: 'What is on the screen stays readable. New searches will work once the connection is back.',
  needsScript: 'This page needs JavaScript. Turn it on in your browser and open the page again.',
  errorTitle: 'Oops... We found an error.',
  errorText: 'Reload the page or come back later.',
  reload: 'Reload the page',
} as const

/** The search's labels that the start page uses too. */
export const labels = {
  inputLabel: 'Channel name or handle',
  placeholder: 'Channel name',
  contentTypes: {
    Gaming: 'Gaming',
    Beauty: 'Beauty',
    'Tech Reviews': 'Tech Reviews',
    Fashion: 'Fashion',
    Entertainment: 'Entertainment',
    Comedy: 'Comedy',
    Education: 'Education',
    Fitness: 'Fitness',
    Vlogs: 'Vlogs',
    Music: 'Music',
    Health: 'Health',
    Travel: 'Travel',
    Animation: 'Animation',
    News: 'News',
    Politics: 'Politics',
  } satisfies Record<ContentType, string>,
  audiences: {
    Kids: 'Kids',
    Teenagers: 'Teenagers',
    Youth: 'Youth',
    Adults: 'Adults',
    OlderGen: 'OlderGen',
  } satisfies Record<Audience, string>,
  ranges: {
    '0-1K': '0-1K',
    '1-10K': '1-10K',
    '10-100K': '10-100K',
    '100-500K': '100-500K',
    '500K-1M': '500K-1M',
    '1-5M': '1-5M',
    '5-10M': '5-10M',
    '10-20M': '10-20M',
    '20M+': '20M+',
  } satisfies Record<RangeLabel, string>,
} as const

/** The start page. */
export const landing = {
  title: 'Channelbook: contacts of video creators for advertisers',
  description:
    'Find video creators by name, topic, audience and size, and get the contact to buy advertising from them directly.',
  headline: 'The right channels for your advertising',
  words: ['Familiar', 'Niche', 'Right', 'Targeted', 'Trusted', 'Authentic'],
  headlineRest: 'channels for your advertising',
  pause: 'Stop the headline',
  play: 'Let the headline go on',
  lead: 'Search video channels by topic, audience and size. Open the business address of the one that fits, with its source and date.',
  toSearch: 'Find a channel',
  example: {
    name: 'An example: a contact is found and opened',
    channel: 'North Workshop',
    facts: 'Education, 412K subscribers',
    contact: 'Contact',
    source: 'From the channel’s website, seen 14 November',
    open: 'get data',
    stamp: 'Yours',
  },
  figuresTitle: 'In figures',
  figures: {
    channels: (count: number) => plural('en', count, { one: 'channel', other: 'channels' }),
    contacts: (count: number) =>
      plural('en', count, { one: 'with a contact to open', other: 'with a contact to open' }),
    welcome: (count: number) =>
      plural('en', count, { one: 'contact free, no card', other: 'contacts free, no card' }),
  },
  sourcesTitle: 'Where the addresses come from',
  sources: [
    {
      title: 'Published for business',
      text: 'An address comes from a page on which the creator gave it for business, or from the creator. Never from the programming interface of a video platform.',
    },
    {
      title: 'With its source and date',
      text: 'You see where an address was found and when it was last seen there, before you write to it.',
    },
    {
      title: 'Creators have the last word',
      text: 'Who does not want to be here removes the address in a minute, without an account, for good.',
    },
  ],
  toSources: 'How creators are listed',
  toFilters: 'Or choose by filters',
  moreFilters: 'More',
  filtersTitle: 'Start from what you know',
  contentType: 'Content type',
  targetAudience: 'Target audience',
  games: 'Games',
  subscribers: 'Number of subs',
  packagesTitle: 'One use, one contact',
  packagesText:
    'You pay for the contacts that you open. A contact that you have opened stays yours and never costs again.',
  packages: {
    Light: 'A handful of channels, to try it out. Delivered at once.',
    Medium: 'A campaign of medium size. Delivered at once.',
    Big: 'A long list for a large campaign. Delivered at once.',
    Business: 'For daily work: full again at 00:00 Moscow time, for 30 days.',
  },
  uses: (count: number) => plural('en', count, { one: 'use', other: 'uses' }),
  usesADay: (count: number) => plural('en', count, { one: 'use a day', other: 'uses a day' }),
  toPackage: (name: string) => `Choose ${name}`,
  demoTitle: 'See what an advertisement brings',
  demoText:
    'Once you have the contact of a channel, you can follow its videos: how many people watched and liked them, day by day.',
  demoTab: 'Example',
  demoVideo: 'A video with your advertisement',
  demoNote: 'Made-up figures that show how it looks.',
  views: 'Views',
  likes: 'Likes',
  day: (day: string) => `Day ${day}`,
  chart: (figure: string, days: string, total: string) => `${figure} in ${days} days, up to ${total}`,
  toStatistics: 'Video statistics',
} as const
