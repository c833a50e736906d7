import { useState } from 'react'
import { getSession, onSessionChange } from '#web/kit/api/session.ts'
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

const KEY = 'chosenChannels'

/** Kept through other pages and a reload: through sign-up above all, to which a visitor's comparison leads. */
let { channels: kept, isOfPerson } = readKept()

// Nothing of a person stays after the session ends.
onSessionChange(() => {
  const { status } = getSession()
  if (status !== 'in' && status !== 'out') return
  if (status === 'out' && isOfPerson) kept = []
  isOfPerson = status === 'in'
  keep()
})

interface Kept {
  readonly channels: readonly Channel[]
  readonly isOfPerson: boolean
}

function readKept(): Kept {
  try {
    const read = JSON.parse(sessionStorage.getItem(KEY) ?? '') as Kept
    if (Array.isArray(read.channels)) return read
  } catch {
    // Nothing was chosen, or there is no storage.
  }
  return { channels: [], isOfPerson: false }
}

function keep(): void {
  try {
    if (kept.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ channels: kept, isOfPerson }))
  } catch {
    // The choice then ends with the page.
  }
}

export function useChoice(): Choice {
  const [chosen, setState] = useState(kept)
  const setChosen = (channels: readonly Channel[]) => {
    kept = channels
    keep()
    setState(channels)
  }
  const [only, setOnly] = useState<readonly Channel[] | null>(null)
  const has = ({ channelId }: Channel) => chosen.some((one) => one.channelId === channelId)
  return {
    chosen,
    only,
    has,
    set: (channels, isChosen) => {
      const ids = new Set(channels.map(({ channelId }) => channelId))
      setChosen(
        isChosen
          ? [...chosen, ...channels.filter((channel) => !has(channel))]
          : chosen.filter(({ channelId }) => !ids.has(channelId)),
      )
    },
    showOnly: (isOnly) => setOnly(isOnly ? chosen : null),
    clear: () => {
      setChosen([])
      setOnly(null)
    },
  }
}

/** The channels as lines to paste into an email or a spreadsheet: name and link, with a tab between them. */
export function linesOf(channels: readonly Pick<Channel, 'channel_name' | 'url'>[]): string {
  return channels.map(({ channel_name: name, url }) => (url === null ? name : `${name}\t${url}`)).join('\n')
}
