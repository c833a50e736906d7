import { useEffect, useEffectEvent, useState } from 'react'
import { clearOnLogout } from '#web/kit/api/session.ts'
import { keptInTab } from '#web/kit/stores/storage.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'
import type { Channel, Results } from './use-results.ts'
import { PAGES_MAX } from './write-search.ts'

/** The most channels that can be chosen: as many as fit into a list at once. */
export const CHOSEN_MAX = 500

/** The channels ticked in the table. They stay chosen through further searches, so that finds of several can be compared. */
export interface Choice {
  /** In the order in which they were chosen. */
  readonly chosen: readonly Channel[]
  readonly has: (channel: Channel) => boolean
  readonly set: (channels: readonly Channel[], isChosen: boolean) => void
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
  const has = ({ channelId }: Channel) => chosen.some((one) => one.channelId === channelId)
  return {
    chosen,
    has,
    set: (channels, isChosen) => {
      const ids = new Set(channels.map(({ channelId }) => channelId))
      choice.set(
        isChosen
          ? [...chosen, ...channels.filter((channel) => !has(channel))].slice(0, CHOSEN_MAX)
          : chosen.filter(({ channelId }) => !ids.has(channelId)),
      )
    },
    clear: () => choice.set([]),
  }
}

interface TakingAll {
  /** How many can be chosen with one press; null when none is left. */
  readonly count: number | null
  /** Whether these are all results, rather than the first of them. */
  readonly isEverything: boolean
  readonly isTaking: boolean
  readonly take: () => void
}

/** Chooses all results of a search, up to the most: as soon as their pages have loaded. */
export function useTakingAll(
  { has, set }: Choice,
  { channels, state, hasMore, loaded, more, total, totalIsCapped, totalIsEstimate }: Results,
  onPages: (pages: number) => void,
): TakingAll {
  const [phase, setPhase] = useState<'idle' | 'taking' | 'taken'>('idle')
  const isEnded = !hasMore || loaded >= PAGES_MAX || more === 'error'
  // Another search may have begun.
  if (phase === 'taking' && state !== 'ready') setPhase('idle')
  else if (phase === 'taking' && isEnded) setPhase('taken')
  const end = useEffectEvent(() => set(channels, true))
  useEffect(() => {
    if (phase === 'taken') end()
  }, [phase])
  const isExact = total !== null && total <= CHOSEN_MAX && !totalIsCapped && !totalIsEstimate
  const all = hasMore ? (isExact ? total : CHOSEN_MAX) : channels.length
  return {
    count: isEnded && channels.every(has) ? null : all,
    isEverything: !hasMore || isExact,
    isTaking: phase === 'taking',
    take: () => {
      if (isEnded) return set(channels, true)
      setPhase('taking')
      onPages(PAGES_MAX)
    },
  }
}

/** The channels as lines to paste into an email or a spreadsheet: name and link, with a tab between them. */
export function linesOf(channels: readonly Pick<Channel, 'channel_name' | 'url'>[]): string {
  return channels.map(({ channel_name: name, url }) => (url === null ? name : `${name}\t${url}`)).join('\n')
}
