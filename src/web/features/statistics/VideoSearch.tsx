import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TRACKED_MAX } from '#shared/rules/statistics.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Field, FieldLine } from '#web/kit/components/forms.tsx'
import { Heading, Lead, Note } from '#web/kit/components/layout.tsx'
import { scrollToOpened } from '#web/kit/components/motion.ts'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { formatCompact, formatNumber, formatShortDate } from '#web/kit/formats/format.ts'
import type { PurchaseRecord } from '#web/features/reveals/purchase-records.ts'
import { describeFailure } from './formats.ts'
import {
  followVideo,
  isOnPlatform,
  refetchStatistics,
  type Upload,
  useFollowedVideos,
  useUploads,
} from './use-statistics.ts'
import { VideoPicture, VideoTitle } from './VideoCard.tsx'
import styles from './VideoCard.module.css'

interface VideoSearchProps {
  readonly channel: PurchaseRecord
  /** Its card has just been pressed. */
  readonly isPressed: boolean
}

/** Offers the videos of the chosen channel to follow, when the channel's id on the platform is known. */
export function VideoSearch({ channel, isPressed }: VideoSearchProps) {
  const { statistics: texts } = useTexts()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the videos are far below the channels.
    if (isPressed) scrollToOpened(section.current)
  }, [isPressed])
  return (
    <section ref={section} aria-label={texts.findIn(channel.channel_name)} className={styles.search}>
      <Heading>{texts.findIn(channel.channel_name)}</Heading>
      {isOnPlatform(channel.channelId) ? <Choice channel={channel} /> : <p>{texts.notOnPlatform}</p>}
    </section>
  )
}

/** How many videos are offered at once. */
const OFFERED = 12

/** The newest videos; typing filters them, and Find asks the platform about all others. */
function Choice({ channel }: { readonly channel: PurchaseRecord }) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const newest = useUploads(channel.channelId, '')
  const answer = useUploads(channel.channelId, asked)
  const { data: followed } = useFollowedVideos()
  const name = typed.trim()
  const isAnswer = asked !== null && asked === name
  const known = isAnswer ? answer.data : newest.data
  const followedIds = new Set(followed?.data.map(({ videoId }) => videoId))
  const fitting = isAnswer ? (known ?? []) : fittingIn(known ?? [], name)
  const offered = fitting.filter(({ videoId }) => !followedIds.has(videoId)).slice(0, OFFERED)
  const failure =
    isAnswer && answer.isError
      ? describeFailure(answer.error, texts, language)
      : isAnswer && answer.data?.length === 0
        ? texts.failures.notFound
        : null
  const isFinding = isAnswer ? answer.isFetching : newest.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || (isAnswer && answer.isFetching)) return
    if (isAnswer && answer.isError) void answer.refetch()
    else setAsked(name)
  }
  return (
    <>
      <form onSubmit={submit} role="search">
        <FieldLine>
          <Field
            label={texts.videoName}
            hint={texts.videoNameHint}
            value={typed}
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            error={failure}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button look="ink" type="submit" icon="search" isBusy={isAnswer && answer.isFetching}>
            {texts.find}
          </Button>
        </FieldLine>
      </form>
      {!isAnswer && newest.isError && (
        <LoadFailure
          title={describeFailure(newest.error, texts, language)}
          onRetry={() => void newest.refetch()}
        />
      )}
      <div role="status">
        {isFinding && <Lead>{texts.finding}</Lead>}
        {!isFinding && known !== undefined && failure === null && offered.length === 0 && (
          <Note>
            {fitting.length > 0 ? texts.allFollowed : name === '' ? texts.noVideos : texts.notAmongNewest}
          </Note>
        )}
      </div>
      {newest.isPending && !isAnswer && <Skeleton height="20rem" />}
      <Offers channel={channel} videos={offered} />
    </>
  )
}

/** The videos whose titles have all typed words, in their order. */
function fittingIn(videos: readonly Upload[], name: string): readonly Upload[] {
  const words = name.toLocaleLowerCase().split(/\s+/u)
  return videos.filter(({ title }) => words.every((word) => title.toLocaleLowerCase().includes(word)))
}

interface OffersProps {
  readonly channel: PurchaseRecord
  readonly videos: readonly Upload[]
}

/** Videos that can be followed. One that is followed leaves the list; the list of followed videos shows it. */
function Offers({ channel, videos }: OffersProps) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const list = useRef<HTMLUListElement>(null)
  const { busyWith, mutate } = useAction({
    async mutationFn({ videoId }: Upload) {
      const answer = await followVideo(channel, videoId)
      await refetchStatistics()
      return answer
    },
    meta: {
      subject: 'follow',
      loading: texts.finding,
      success: ({ isTracked }, { title }) =>
        isTracked
          ? texts.followedNow(title)
          : { kind: 'error', text: texts.full(formatNumber(TRACKED_MAX, language)) },
      failure: (error) => describeFailure(error, texts, language),
    },
  })
  const pressed = useRef<string | null>(null)
  useEffect(() => {
    if (pressed.current === null || videos.some(({ videoId }) => videoId === pressed.current)) return
    pressed.current = null
    // The pressed button has gone, and the focus with it.
    if (document.activeElement === document.body) list.current?.querySelector('button')?.focus()
  }, [videos])
  const follow = (video: Upload) => {
    pressed.current = video.videoId
    mutate(video)
  }
  return (
    <ul ref={list} className={styles.offers} aria-label={texts.offered}>
      {videos.map((video) => (
        <li key={video.videoId} className={styles.offer}>
          <VideoPicture src={video.thumbnail} />
          <div className={styles.offered}>
            <VideoTitle title={video.title} videoId={video.videoId} />
            <Facts video={video} />
          </div>
          <Button
            size="small"
            icon="plus"
            isBusy={busyWith?.videoId === video.videoId}
            aria-label={texts.followOne(video.title)}
            onClick={() => follow(video)}
          >
            {texts.follow}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** When a video came out, and its numbers; what is unknown is left out. */
function Facts({ video: { publishedAt, views, likes } }: { readonly video: Upload }) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  return (
    <p className={styles.numbers}>
      {publishedAt !== null && <span>{formatShortDate(publishedAt, language)}</span>}
      {views !== null && <span>{`${texts.counters.views}: ${formatCompact(views, language)}`}</span>}
      {likes !== null && <span>{`${texts.counters.likes}: ${formatCompact(likes, language)}`}</span>}
    </p>
  )
}
