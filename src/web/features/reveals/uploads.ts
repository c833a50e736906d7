import { useSyncExternalStore } from 'react'

/** What is known of a channel's uploads. */
export interface Uploads {
  readonly lastUploadAt: string | null
  readonly uploadsCheckedAt: string | null
}

interface WithUploads extends Uploads {
  readonly channelId: string
}

/** What the platform said about channels that were reported as alive, in this visit. */
let answers: ReadonlyMap<string, Uploads> = new Map()
const listeners = new Set<() => void>()

/** Keeps what the platform has just said of a channel: everything that shows the channel shows it. */
export function noteUploads(channelId: string, uploads: Uploads): void {
  answers = new Map([...answers, [channelId, uploads]])
  for (const listener of listeners) listener()
}

/** What is known of channels' uploads: of their own answer and the one to a report, the later. */
export function useUploads(): (channel: WithUploads) => Uploads {
  const known = useSyncExternalStore(subscribe, currentAnswers, currentAnswers)
  return (channel) => {
    const answer = known.get(channel.channelId)
    if (answer === undefined) return channel
    return Date.parse(answer.uploadsCheckedAt ?? '') >= Date.parse(channel.uploadsCheckedAt ?? '')
      ? answer
      : channel
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function currentAnswers(): typeof answers {
  return answers
}
