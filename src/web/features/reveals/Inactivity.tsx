import { useState } from 'react'
import { daysInactive, isCheckOld, LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import { useTeam, WhoPays } from '#web/features/uses/WhoPays.tsx'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Actions, Stack } from '#web/kit/components/layout.tsx'
import { formatDate, formatSpan, formatTimeSince } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { checkUploads, noteUploads, type Uploads, useUploads } from './uploads.ts'

/** A channel whose uploads are known, or not. */
export interface WatchedChannel extends Uploads {
  readonly channelId: string
  readonly channel_name: string
}

interface Inactivity {
  /** Whole days without a known upload, up to now. */
  readonly days: number
  /** The last check says nothing about now. */
  readonly isCheckOld: boolean
  /** `No uploads for 214 days`; after an old check `Last known upload 3 July 2026`. */
  readonly text: string
  /** `Last one: 3 July 2026, checked 26 November 2026`, or `checked 8 weeks ago`. */
  readonly detail: string
  /** Both, as sentences. */
  readonly sentences: string
}

/** Tells how long a channel has been inactive; null when it is active, or when that is unknown. */
export function useInactivity(): (channel: WatchedChannel) => Inactivity | null {
  const { search } = useTexts()
  const { language } = useLanguage()
  const uploadsOf = useUploads()
  const [now] = useState(() => new Date())
  return (channel) => {
    const { lastUploadAt, uploadsCheckedAt } = uploadsOf(channel)
    if (lastUploadAt === null || uploadsCheckedAt === null) return null
    const days = daysInactive(new Date(lastUploadAt), new Date(uploadsCheckedAt), now)
    if (days === null) return null
    const lastUpload = formatDate(lastUploadAt, language)
    if (isCheckOld(new Date(uploadsCheckedAt), now)) {
      const text = search.lastKnown(lastUpload)
      const detail = search.checkedAgo(formatTimeSince(uploadsCheckedAt, now.getTime(), language))
      return { days, isCheckOld: true, text, detail, sentences: `${text}, ${detail}.` }
    }
    const text = search.noUploads(formatSpan(days, language))
    const detail = search.lastOne(lastUpload, formatDate(uploadsCheckedAt, language))
    return { days, isCheckOld: false, text, detail, sentences: `${text}. ${detail}.` }
  }
}

/** Lets a person report that an inactive channel still publishes; the platform is asked at once. */
export function AliveReport({ channel }: { readonly channel: WatchedChannel }) {
  const { reveals } = useTexts()
  const { language } = useLanguage()
  const { status } = useSession()
  const inactivityOf = useInactivity()
  const [isReported, setReported] = useState(false)
  const { isPending, mutate: report } = useAction({
    async mutationFn() {
      const { channelId } = channel
      const handles = ['too_many_requests'] as const
      return (await call('POST /channels/{channelId}/alive', { params: { channelId }, handles })).data
    },
    meta: {
      subject: 'alive',
      success({ lastUploadAt, uploadsCheckedAt, isAsked }) {
        if (!isAsked || lastUploadAt === null) return reveals.aliveNotAsked
        const checkedAt = new Date(uploadsCheckedAt ?? '')
        const isActive = daysInactive(new Date(lastUploadAt), checkedAt, new Date()) === null
        return isActive ? reveals.aliveConfirmed(formatDate(lastUploadAt, language)) : reveals.aliveNotSeen
      },
      failure: reveals.aliveFailed,
    },
    onSuccess(answer) {
      setReported(true)
      noteUploads(channel.channelId, answer)
    },
  })
  if (status !== 'in' || inactivityOf(channel) === null) return null
  return (
    <Button
      look="text"
      icon={isReported ? 'check' : 'eye'}
      isBusy={isPending}
      // Disabled, it would lose the focus.
      aria-disabled={isReported || undefined}
      onClick={() => !isReported && report()}
    >
      {isReported ? reveals.aliveReported : reveals.alive}
    </Button>
  )
}

/** The channels about which the person has said 'all the same' in this visit. */
const answered = new Set<string>()

interface RevealQuestion {
  readonly isOpen: boolean
  /** The platform is being asked about the channel. */
  readonly isChecking: boolean
  /** Asks first, when the channel is inactive and the person has not answered yet; then goes on. */
  readonly ask: (goOn: () => void) => Promise<void>
  readonly answer: (isWanted: boolean) => void
}

/** The question before a use is spent on an inactive channel: once for each channel and visit. */
export function useRevealQuestion(channel: WatchedChannel): RevealQuestion {
  const [waiting, setWaiting] = useState<{ readonly goOn: () => void } | null>(null)
  const [isChecking, setChecking] = useState(false)
  return {
    isOpen: waiting !== null,
    isChecking,
    ask: async (goOn) => {
      if (answered.has(channel.channelId)) return goOn()
      setChecking(true)
      const { lastUploadAt, uploadsCheckedAt } = await checkUploads(channel)
      setChecking(false)
      const days =
        lastUploadAt === null || uploadsCheckedAt === null
          ? null
          : daysInactive(new Date(lastUploadAt), new Date(uploadsCheckedAt), new Date())
      if ((days ?? 0) < LONG_INACTIVE_DAYS) goOn()
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
  const team = useTeam()
  return (
    <Dialog
      title={reveals.inactiveTitle(channel.channel_name)}
      closeLabel={common.close}
      isOpen={isOpen}
      onClose={() => answer(false)}
    >
      <Stack gap={4}>
        <p>
          {inactivity === null ? reveals.inactiveText : `${inactivity.sentences} ${reveals.inactiveText}`}
        </p>
        {team !== null && (
          <p>
            <WhoPays />
          </p>
        )}
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
