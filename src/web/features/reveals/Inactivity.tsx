import { useState } from 'react'
import { daysInactive, LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Icon, Spinner } from '#web/kit/components/Icon.tsx'
import { Actions, Stack } from '#web/kit/components/layout.tsx'
import { formatDate, formatSpan } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './Inactivity.module.css'
import { noteUploads, type Uploads, useUploads } from './uploads.ts'

/** A channel whose uploads are known, or not. */
export interface WatchedChannel extends Uploads {
  readonly channelId: string
  readonly channel_name: string
}

interface Inactivity {
  /** Whole days without an upload, as of the last check. */
  readonly days: number
  /** E.g. `No uploads for 214 days`. */
  readonly text: string
  /** Formatted days of the last upload, and of the check. */
  readonly lastUpload: string
  readonly checked: string
}

/** Tells how long a channel has been inactive; null when it is active, or when that is unknown. */
export function useInactivity(): (channel: WatchedChannel) => Inactivity | null {
  const { search } = useTexts()
  const { language } = useLanguage()
  const uploadsOf = useUploads()
  return (channel) => {
    const { lastUploadAt, uploadsCheckedAt } = uploadsOf(channel)
    if (lastUploadAt === null || uploadsCheckedAt === null) return null
    const days = daysInactive(new Date(lastUploadAt), new Date(uploadsCheckedAt))
    if (days === null) return null
    return {
      days,
      text: search.noUploads(formatSpan(days, language)),
      lastUpload: formatDate(lastUploadAt, language),
      checked: formatDate(uploadsCheckedAt, language),
    }
  }
}

/** Lets a person report that an inactive channel still publishes; the platform is asked at once. */
export function AliveReport({ channel }: { readonly channel: WatchedChannel }) {
  const { reveals } = useTexts()
  const { language } = useLanguage()
  const { status } = useSession()
  const inactivityOf = useInactivity()
  const [isReported, setReported] = useState(false)
  const { isBusy, run } = useAction({ subject: 'alive', failure: reveals.aliveFailed })
  if (status !== 'in' || inactivityOf(channel) === null) return null
  const report = () =>
    run(
      async () => {
        const { channelId } = channel
        const handles = ['too_many_requests'] as const
        return (await call('POST /channels/{channelId}/alive', { params: { channelId }, handles })).data
      },
      {
        success: ({ lastUploadAt, uploadsCheckedAt, isAsked }) => {
          if (!isAsked || lastUploadAt === null) return reveals.aliveNotAsked
          const isActive = daysInactive(new Date(lastUploadAt), new Date(uploadsCheckedAt ?? '')) === null
          return isActive ? reveals.aliveConfirmed(formatDate(lastUploadAt, language)) : reveals.aliveNotSeen
        },
        onDone: (answer) => {
          setReported(true)
          noteUploads(channel.channelId, answer)
        },
      },
    )
  return (
    <button
      type="button"
      className={styles.alive}
      aria-busy={isBusy || undefined}
      // Disabled, it would lose the focus.
      aria-disabled={isBusy || isReported || undefined}
      onClick={() => !isBusy && !isReported && void report()}
    >
      {isBusy ? <Spinner /> : <Icon name={isReported ? 'check' : 'eye'} size="small" />}
      <span>{isReported ? reveals.aliveReported : reveals.alive}</span>
    </button>
  )
}

/** The channels about which the person has said 'all the same' in this visit. */
const answered = new Set<string>()

interface RevealQuestion {
  readonly isOpen: boolean
  /** Asks first, when the channel is inactive and the person has not answered yet; then goes on. */
  readonly ask: (goOn: () => void) => void
  readonly answer: (isWanted: boolean) => void
}

/** The question before a use is spent on an inactive channel: once for each channel and visit. */
export function useRevealQuestion(channel: WatchedChannel): RevealQuestion {
  const inactivityOf = useInactivity()
  const [waiting, setWaiting] = useState<{ readonly goOn: () => void } | null>(null)
  return {
    isOpen: waiting !== null,
    ask: (goOn) => {
      const days = inactivityOf(channel)?.days ?? 0
      if (days < LONG_INACTIVE_DAYS || answered.has(channel.channelId)) goOn()
      else setWaiting({ goOn })
    },
    answer: (isWanted) => {
      setWaiting(null)
      if (!isWanted) return
      answered.add(channel.channelId)
      waiting?.goOn()
    },
  }
}

interface AskRevealProps {
  readonly channel: WatchedChannel
  readonly question: RevealQuestion
}

/** Asks whether the contact of an inactive channel is wanted all the same. */
export function AskReveal({ channel, question: { isOpen, answer } }: AskRevealProps) {
  const { reveals, common } = useTexts()
  const inactivity = useInactivity()(channel)
  return (
    <Dialog
      title={reveals.inactiveTitle(channel.channel_name)}
      closeLabel={common.close}
      isOpen={isOpen}
      onClose={() => answer(false)}
    >
      <Stack gap={4}>
        <p>
          {inactivity !== null && (
            <span>{`${reveals.inactiveSince(inactivity.text, inactivity.lastUpload)} `}</span>
          )}
          <span>{reveals.inactiveText}</span>
        </p>
        <AliveReport channel={channel} />
        <Actions isAtEnd>
          <Button onClick={() => answer(false)}>{reveals.inactiveCancel}</Button>
          <Button look="accent" onClick={() => answer(true)}>
            {reveals.inactiveGetData}
          </Button>
        </Actions>
      </Stack>
    </Dialog>
  )
}
