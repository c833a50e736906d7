import { useEffect, useRef } from 'react'
import { LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import { useLocation } from 'react-router'
import { CallError } from '#web/kit/api/call.ts'
import { Heading, Note, Stack } from '#web/kit/components/layout.tsx'
import { EmptyState, LoadFailure } from '#web/kit/components/states.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { ChannelRows, ChannelRowsSkeleton } from './ChannelRows.tsx'
import { useSimilar } from './use-recommendations.ts'

const SHOWN = 8
/** The part of a channel's page to which 'Similar channels' leads. */
const PART = 'similar'

/** A section of a channel's page: the channels that are like it. */
export function SimilarChannels({ channelId }: { readonly channelId: string }) {
  const { recommendations } = useTexts()
  const { similar: texts } = recommendations
  const { data, error, refetch } = useSimilar(channelId, SHOWN)
  const heading = useRef<HTMLHeadingElement>(null)
  const isWanted = useLocation().hash === `#${PART}`
  const isSettled = data !== undefined || error !== null
  useEffect(() => {
    // Only now is the place where it stays: what is above it has loaded too.
    if (!isWanted || !isSettled) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [isWanted, isSettled])
  return (
    <section id={PART} aria-labelledby={`${PART}-title`} aria-busy={!isSettled}>
      <Stack gap={3}>
        <Heading ref={heading} id={`${PART}-title`} tabIndex={-1}>
          {texts.title}
        </Heading>
        {data !== undefined && data.data.length > 0 && (
          <>
            <Note>
              {`${data.meta.basis === 'names' ? `${texts.byNames} ` : ''}${recommendations.activeOnly(LONG_INACTIVE_DAYS)}`}
            </Note>
            <ChannelRows channels={data.data} />
          </>
        )}
        {data?.data.length === 0 && (
          <EmptyState drawing="nothing" isSmall title={texts.emptyTitle} text={texts.emptyText} />
        )}
        {!isSettled && <ChannelRowsSkeleton rows={SHOWN} />}
        {data === undefined && error !== null && (
          <LoadFailure
            code={error instanceof CallError ? error.code : null}
            title={texts.errorTitle}
            text={texts.errorText}
            onRetry={() => void refetch()}
          />
        )}
      </Stack>
    </section>
  )
}
