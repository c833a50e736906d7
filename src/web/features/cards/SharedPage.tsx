import { useParams } from 'react-router'
import { CARD_PAGE } from '#shared/rules/cards.ts'
import { PATHS } from '#shared/paths.ts'
import { call } from '#web/kit/api/call.ts'
import { Queries, usePages } from '#web/kit/api/queries.tsx'
import { ChannelList, ChannelRow, ChannelRowSkeletons } from '#web/kit/channel/ChannelRow.tsx'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { DRAWINGS } from '#web/kit/components/drawings.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { PageScaffold, Words } from '#web/kit/components/layout.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { StatusScreen } from '#web/kit/components/StatusScreen.tsx'
import { formatCompact, formatNumber } from '#web/kit/formats/format.ts'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { ChannelWords } from './CardParts.tsx'

/** A list that somebody shares by link: its channels, for reading. */
export function SharedPage() {
  const { token = '' } = useParams()
  return (
    <Queries>
      <SharedList token={token} />
    </Queries>
  )
}

function SharedList({ token }: { readonly token: string }) {
  const { cards: texts, common, search } = useTexts()
  const { language } = useLanguage()
  const pages = usePages({
    queryKey: ['shared', token],
    async fetchPage(cursor, signal) {
      const given = { params: { token }, query: { ...cursor, limit: CARD_PAGE.default }, signal }
      const { data, meta } = await call('GET /shared-lists/{token}', { ...given, handles: 'all' })
      return { data: data.channels, meta: { ...meta, name: data.name } }
    },
  })
  const { items, meta, error, hasMore, isLoadingMore, loadMore, retry } = pages
  if (error?.code === 'not_found') {
    return (
      <>
        <PageHead title={texts.sharedGone} />
        <StatusScreen drawing={DRAWINGS.blank} title={texts.sharedGone} text={texts.sharedGoneText}>
          <ButtonLink look="ink" to={PATHS.search}>
            {common.toSearch}
          </ButtonLink>
        </StatusScreen>
      </>
    )
  }
  const total = meta?.total ?? 0
  return (
    <PageScaffold
      kind="list"
      gap={5}
      title={meta?.name ?? texts.shared}
      lead={meta === null ? common.loading : texts.sharedLead(total, formatNumber(total, language))}
    >
      <PageHead title={meta?.name ?? texts.shared} />
      {items === null && error === null && <ChannelRowSkeletons rows={6} />}
      {items !== null && (
        <ChannelList>
          {items.map((channel) => (
            <ChannelRow
              key={channel.channelId}
              channel={channel}
              name={<ChannelLink channel={channel}>{channel.channel_name}</ChannelLink>}
              details={<ChannelWords channel={{ ...channel, subsCount: null }} />}
              count={
                channel.subsCount === null
                  ? search.subscribersHidden
                  : formatCompact(channel.subsCount, language)
              }
              contact={
                <Words tone={channel.hasContact ? 'success' : 'muted'} isWhole>
                  <Icon name={channel.hasContact ? 'mail' : 'mailOff'} size="small" />
                  <span>{channel.hasContact ? search.hasContact : search.noContact}</span>
                </Words>
              }
            />
          ))}
        </ChannelList>
      )}
      {error !== null && <LoadFailure code={error.code} title={texts.failed} onRetry={retry} />}
      {hasMore && error === null && (
        <div>
          <Button isBusy={isLoadingMore} onClick={loadMore}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </PageScaffold>
  )
}
