import { useState } from 'react'
import { clearOnLogout } from '#web/kit/api/session.ts'
import { keptInTab } from '#web/kit/stores/storage.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'
import type { Channel } from './use-results.ts'

/** The channels ticked in the table. They stay chosen through further searches, so that finds of several can be compared. */
export interface Choice {
  /** In the order in which they were chosen. */
  readonly chosen: readonly Channel[]
  /** The rows while only chosen channels are shown, else null. A row that is taken off stays until then. */
  readonly only: readonly Channel[] | null
  readonly has: (channel: Channel) => boolean
  readonly set: (channels: readonly Channel[], isChosen: boolean) => void
  readonly showOnly: (isOnly: boolean) => void
  readonly clear: () => void
}

/** Kept through other pages and a reload: through sign-up above all, to which a visitor's comparison leads. */
const choice = createStore<readonly Channel[]>([], {
  in: keptInTab('chosenChannels'),
  parse: (text) => JSON.parse(text ?? '[]') as readonly Channel[],
  format: (channels) => (channels.length === 0 ? null : JSON.stringify(channels)),
})

clearOnLogout(choice, 'chosenChannelsOfPerson')

export function useChoice(): Choice {
  const chosen = useStore(choice)
  const [only, setOnly] = useState<readonly Channel[] | null>(null)
  const has = ({ channelId }: Channel) => chosen.some((one) => one.channelId === channelId)
  return {
    chosen,
    only,
    has,
    set: (channels, isChosen) => {
      const ids = new Set(channels.map(({ channelId }) => channelId))
      choice.set(
        isChosen
          ? [...chosen, ...channels.filter((channel) => !has(channel))]
          : chosen.filter(({ channelId }) => !ids.has(channelId)),
      )
    },
    showOnly: (isOnly) => setOnly(isOnly ? chosen : null),
    clear: () => {
      choice.set([])
      setOnly(null)
    },
  }
}

/** The channels as lines to paste into an email or a spreadsheet: name and link, with a tab between them. */
export function linesOf(channels: readonly Pick<Channel, 'channel_name' | 'url'>[]): string {
  return channels.map(({ channel_name: name, url }) => (url === null ? name : `${name}\t${url}`)).join('\n')
}
