import { type FormEvent, useState } from 'react'
import { TRACKED_MAX } from '#shared/rules/statistics.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { type Answer, call, type CallError } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Field } from '#web/kit/components/forms.tsx'
import { Heading, Lead } from '#web/kit/components/layout.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { describeFailure } from './formats.ts'
import { isOnPlatform, refetchStatistics } from './use-statistics.ts'
import { VideoCard, VideoFigures } from './VideoCard.tsx'
import styles from './PromotionPage.module.css'
import type { PurchaseRecord } from '#web/features/reveals/purchase-records.ts'

/** Finds a video of the chosen channel and shows its numbers, when the channel's id on the platform is known. */
export function VideoSearch({ channel }: { readonly channel: PurchaseRecord }) {
  const { statistics: texts } = useTexts()
  return (
    <section aria-label={texts.findIn(channel.channel_name)} className={styles.section}>
      <Heading>{texts.findIn(channel.channel_name)}</Heading>
      {isOnPlatform(channel.channelId) ? <Lookup channel={channel} /> : <p>{texts.notOnPlatform}</p>}
    </section>
  )
}

function Lookup({ channel }: { readonly channel: PurchaseRecord }) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const [videoName, setVideoName] = useState('')
  const [found, setFound] = useState<Answer<'POST /video'> | null>(null)
  const [refused, setRefused] = useState<CallError | null>(null)
  const { isBusy, run } = useAction({
    subject: 'video',
    loading: texts.finding,
    // Shows at the field.
    failure: () => null,
    invalidates: refetchStatistics,
  })
  const look = (name: string) => {
    setFound(null)
    setRefused(null)
    const body = { channel_name: channel.channel_name, channelId: channel.channelId, videoName: name }
    const handles = ['not_found', 'unavailable', 'provider_failed'] as const
    return run(() => call('POST /video', { body, handles }), {
      success: () => ({ kind: 'success', text: texts.videoFound, evenIfQuick: false }),
      onDone: setFound,
      onFailed: setRefused,
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Without an input or a channel there is no request.
    if (videoName.trim() !== '' && !isBusy) void look(videoName.trim())
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit} role="search">
        <Field
          label={texts.videoName}
          hint={texts.videoNameHint}
          value={videoName}
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          error={refused === null ? null : describeFailure(refused, texts, language)}
          onChange={(event) => setVideoName(event.target.value)}
        />
        <Button look="ink" type="submit" icon="search" isBusy={isBusy}>
          {texts.find}
        </Button>
      </form>
      <div role="status">
        {isBusy && <Lead>{texts.finding}</Lead>}
        {found !== null && (
          <>
            <VideoCard
              isFound
              title={found.data.analiticsAndData.title}
              thumbnail={found.data.analiticsAndData.thumbnail}
            >
              <VideoFigures counters={found.data.analiticsAndData.analitics} />
            </VideoCard>
            {!found.isTracked && <Lead>{texts.full(formatNumber(TRACKED_MAX, language))}</Lead>}
          </>
        )}
      </div>
    </>
  )
}
