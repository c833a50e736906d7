import { useEffect, useRef } from 'react'
import { accept } from '#web/kit/actions/refusals.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { focusHeading } from '#web/kit/components/focus-heading.ts'
import { Disclosure, Row, Rows } from '#web/kit/components/lists.tsx'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { refreshRecommendations, useDismissed } from './use-recommendations.ts'

/** The channels that the person dismissed before this visit: each can be recommended again. */
export function DismissedEarlier() {
  const { recommendations: texts, common } = useTexts()
  const { language } = useLanguage()
  const { items, meta, error, hasMore, isLoadingMore, loadMore, retry } = useDismissed()
  const summary = useRef<HTMLElement>(null)
  const place = useRef<HTMLDivElement>(null)
  /** How many were listed when more were asked for. */
  const before = useRef<number | null>(null)
  const listed = items?.length ?? 0
  useEffect(() => {
    if (before.current === null || listed <= before.current) return
    // The pressed button may be gone, and the focus with it.
    place.current?.querySelectorAll('li')[before.current]?.querySelector('a')?.focus()
    before.current = null
  }, [listed])
  const { busyWith, mutate: restore } = useAction({
    async mutationFn({ channelId }: { readonly channelId: string; readonly channel_name: string }) {
      await call('DELETE /recommendations/dismissed/{channelId}', {
        params: { channelId },
        handles: ['too_many_requests'],
      }).catch(accept('not_found'))
      await refreshRecommendations()
    },
    meta: {
      subject: 'restored',
      success: (_, { channel_name: name }) => texts.broughtBack(name),
      failure: (refusal, describe, { channel_name: name }) => describe(refusal, texts.undoFailed(name)),
    },
    // The pressed button disappears, and with the last one the whole list.
    onSuccess: () => (meta?.total === 1 ? focusHeading() : summary.current?.focus()),
  })
  if (items === null || meta === null || listed === 0) return null
  const showMore = () => {
    before.current = listed
    loadMore()
  }
  return (
    <Disclosure ref={summary} summary={texts.earlier(formatNumber(meta.total, language))}>
      <div ref={place}>
        <Rows isBusy={isLoadingMore}>
          {items.map((channel) => (
            <Row
              key={channel.channelId}
              name={<ChannelLink channel={channel}>{channel.channel_name}</ChannelLink>}
              details={texts.dismissedOn(formatDate(channel.dismissedAt, language))}
            >
              <Button
                size="small"
                isBusy={busyWith?.channelId === channel.channelId}
                aria-label={texts.bringBackOf(channel.channel_name)}
                onClick={() => restore(channel)}
              >
                {texts.bringBack}
              </Button>
            </Row>
          ))}
        </Rows>
      </div>
      {error !== null && <p role="alert">{texts.moreDismissedFailed}</p>}
      {hasMore && (
        <p>
          <Button size="small" isBusy={isLoadingMore} onClick={error === null ? showMore : retry}>
            {error === null ? texts.moreDismissed : common.retry}
          </Button>
        </p>
      )}
    </Disclosure>
  )
}
