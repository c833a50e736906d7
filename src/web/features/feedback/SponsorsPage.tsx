import { Row, Rows } from '#web/kit/components/lists.tsx'
import { useQuery } from '@tanstack/react-query'
import { PATHS } from '#shared/paths.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { call, CallError } from '#web/kit/api/call.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { EmptyState, LoadFailure } from '#web/kit/components/states.tsx'
import { PageScaffold, Screenful } from '#web/kit/components/layout.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { BecomeSponsor } from './BecomeSponsor.tsx'

/** The supporters who agreed to be named. */
export function SponsorsPage() {
  const { sponsors } = useTexts().feedback
  return (
    <Queries>
      <PageHead title={sponsors.title} description={sponsors.description} page="sponsors" />
      <PageScaffold kind="text" width={52} title={sponsors.title} lead={sponsors.lead}>
        <SponsorList />
        <div>
          <ButtonLink to={PATHS.vote}>{sponsors.toVote}</ButtonLink>
        </div>
      </PageScaffold>
    </Queries>
  )
}

function SponsorList() {
  const { feedback, common } = useTexts()
  const { sponsors } = feedback
  const { language } = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['sponsors'],
    queryFn: async ({ signal }) => (await call('GET /sponsors', { signal })).data,
  })
  if (data === undefined && error !== null) {
    const code = error instanceof CallError ? error.code : null
    return <LoadFailure code={code} title={sponsors.errorTitle} onRetry={() => void refetch()} />
  }
  if (data === undefined)
    return (
      <Screenful>
        <p role="status" aria-label={common.loading} />
      </Screenful>
    )
  if (data.length === 0)
    return (
      <EmptyState drawing="rosette" title={sponsors.emptyTitle} text={sponsors.emptyText}>
        <BecomeSponsor />
      </EmptyState>
    )
  return (
    <Rows isOrdered>
      {data.map(({ name, url }, index) => (
        <Row
          key={name}
          name={
            url === null ? (
              <span>{name}</span>
            ) : (
              <a href={url} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            )
          }
          details={feedback.place(formatNumber(index + 1, language))}
        />
      ))}
    </Rows>
  )
}
