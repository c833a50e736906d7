import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { TRACKED_MAX } from '#shared/rules/statistics.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { call } from '#web/kit/api/call.ts'
import type { PurchaseRecord } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Field } from '#web/kit/components/Field.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { followRequest } from '#web/kit/toasts/toast-promise.ts'
import { describeFailure } from './describe-failure.ts'
import { isOnPlatform } from './is-on-platform.ts'
import { refetchStatistics } from './use-statistics.ts'
import { VideoFigures } from './VideoFigures.tsx'
import { VideoPicture } from './VideoPicture.tsx'
import styles from './VideoSearch.module.css'

/** Finds a video of the chosen channel and shows its numbers, where it is known which channel of the platform that is. */
export function VideoSearch({ channel }: { readonly channel: PurchaseRecord }) {
  const { statistics: texts } = useTexts()
  return (
    <section aria-label={texts.findIn(channel.channel_name)} className={styles.search}>
      <h2 className={styles.heading}>{texts.findIn(channel.channel_name)}</h2>
      {isOnPlatform(channel.channelId) ? <Lookup channel={channel} /> : <p>{texts.notOnPlatform}</p>}
    </section>
  )
}

function Lookup({ channel }: { readonly channel: PurchaseRecord }) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const [videoName, setVideoName] = useState('')
  const lookup = useMutation({
    mutationFn: async (name: string) => {
      const tell = followRequest('video', texts.finding)
      try {
        const found = await call('POST /video', {
          body: { channel_name: channel.channel_name, channelId: channel.channelId, videoName: name },
          handles: ['not_found', 'unavailable', 'provider_failed'],
        })
        tell({ kind: 'success', text: texts.videoFound })
        return found
      } catch (error) {
        // It stands at the field as well.
        const text = describeFailure(error, texts, language)
        tell({ kind: 'error', text, reason: error, evenIfQuick: false })
        throw error
      }
    },
    onSuccess: refetchStatistics,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Nothing is asked without an input, as without a channel.
    if (videoName.trim() !== '' && !lookup.isPending) lookup.mutate(videoName.trim())
  }
  const found = lookup.data
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
          error={lookup.isError ? describeFailure(lookup.error, texts, language) : null}
          onChange={(event) => setVideoName(event.target.value)}
        />
        <Button look="ink" type="submit" icon="search" isBusy={lookup.isPending}>
          {texts.find}
        </Button>
      </form>
      <div role="status">
        {lookup.isPending && <p className={styles.waiting}>{texts.finding}</p>}
        {found !== undefined && !lookup.isPending && !lookup.isError && (
          <>
            <article className={styles.result} aria-label={found.data.analiticsAndData.title}>
              <VideoPicture src={found.data.analiticsAndData.thumbnail} />
              <div className={styles.facts}>
                <h3 className={styles.title}>{found.data.analiticsAndData.title}</h3>
                <VideoFigures counters={found.data.analiticsAndData.analitics} />
              </div>
            </article>
            {!found.isTracked && (
              <p className={styles.waiting}>{texts.full(formatNumber(TRACKED_MAX, language))}</p>
            )}
          </>
        )}
      </div>
    </>
  )
}
