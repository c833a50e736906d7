import { useRef, useState } from 'react'
import { accept, useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { focusHeading } from '#web/kit/components/focus-heading.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './DismissedEarlier.module.css'
import { useDismissed } from './use-recommendations.ts'

/** The channels that the person dismissed before this visit: each can be recommended again. */
export function DismissedEarlier() {
  const { recommendations: texts } = useTexts()
  const { language } = useLanguage()
  const { data } = useDismissed()
  const [restored, setRestored] = useState<ReadonlySet<string>>(new Set())
  const summary = useRef<HTMLElement>(null)
  const { busyWith, run } = useAction<string>({ subject: 'restored', failure: '' })
  const listed = (data?.data ?? []).filter(({ channelId }) => !restored.has(channelId))
  if (listed.length === 0) return null
  const restore = (channelId: string, name: string) =>
    run(
      () =>
        call('DELETE /recommendations/dismissed/{channelId}', {
          params: { channelId },
          handles: ['too_many_requests'],
        }).catch(accept('not_found')),
      {
        busyWith: channelId,
        success: texts.broughtBack(name),
        failure: texts.undoFailed(name),
        onDone: () => {
          // The pressed button is about to disappear, and with the last one the whole list.
          if (listed.length === 1) focusHeading()
          else summary.current?.focus()
          setRestored((before) => new Set([...before, channelId]))
        },
      },
    )
  return (
    <details className={styles.earlier}>
      <summary ref={summary}>
        {texts.earlier(formatNumber(listed.length, language))}
        <Icon name="down" size="small" />
      </summary>
      <Rows isBusy={false}>
        {listed.map((channel) => (
          <Row
            key={channel.channelId}
            name={<ChannelLink channel={channel}>{channel.channel_name}</ChannelLink>}
            details={texts.dismissedOn(formatDate(channel.dismissedAt, language))}
          >
            <Button
              size="small"
              isBusy={busyWith === channel.channelId}
              aria-label={texts.bringBackOf(channel.channel_name)}
              onClick={() => void restore(channel.channelId, channel.channel_name)}
            >
              {texts.bringBack}
            </Button>
          </Row>
        ))}
      </Rows>
    </details>
  )
}
