import type { Feature } from '#server/feature.ts'
import { NIGHTLY, SCHEDULED } from '#server/jobs/job.ts'
import { countInactivity } from './count-inactivity.ts'
import { editChannel } from './edit-channel.ts'
import { hideChannel } from './hide-channel.ts'
import { mergeKnownChannels } from './merge-known-channels.ts'
import { forgetByHand, operateSources } from './operate-contacts.ts'
import { restoreContacts, withholdContacts } from './restore-contacts.ts'
import { retireContacts } from './retire-contacts.ts'
import { catalogueInvariants } from './known-channels.sql.ts'
import { listChannels, viewChannel } from './view-channels.ts'

/** Channels, their contacts and pictures, the merging of two channels, and the search tables that follow every change. */
export const catalogue = {
  name: 'catalogue',
  tables: [
    'channel',
    'channel_day',
    'address',
    'contact',
    'retired_contact',
    'switched_off_source',
    'search_entry',
    'search_order',
    'search_day',
    'search_word',
    'search_typo',
    'search_beginning',
  ],
  jobs: [
    { name: 'retire_contacts', cron: '23 2 * * *', options: NIGHTLY, run: retireContacts },
    { name: 'count_inactivity', cron: '7 * * * *', options: SCHEDULED, run: countInactivity },
  ],
  invariants: catalogueInvariants,
  commands: {
    'channels list': listChannels,
    'channels view': viewChannel,
    'channels hide': (core, by, { channel }) => hideChannel(core, by, { channel, isHidden: true }),
    'channels show': (core, by, { channel }) => hideChannel(core, by, { channel, isHidden: false }),
    'channels edit': editChannel,
    'channels merge': mergeKnownChannels,
    'contacts withhold': async (core, by, wanted) => ({ channels: await withholdContacts(core, by, wanted) }),
    'contacts restore': restoreContacts,
    'contacts forget': forgetByHand,
    'contacts sources': operateSources,
  },
} as const satisfies Feature<'catalogue'>
