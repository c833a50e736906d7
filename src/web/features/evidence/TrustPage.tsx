import { Queries } from '#web/kit/api/queries.tsx'
import { Lead, Note, PageScaffold, Screenful, Section, Stack } from '#web/kit/components/layout.tsx'
import { EmptyState, LoadFailure, Waiting } from '#web/kit/components/states.tsx'
import { formatDate } from '#web/kit/formats/format.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CountingSection } from './CountingSection.tsx'
import { CoverageSections } from './CoverageSections.tsx'
import { MonthSections } from './MonthSections.tsx'
import { TimeSection } from './TimeSections.tsx'
import { useTrust } from './use-trust.ts'

/** What is public of contacts and returned uses, the same for everybody. */
export function TrustPage() {
  const { trust } = useTexts()
  const { warranty } = trust
  return (
    <Queries>
      <PageHead title={trust.title} description={trust.description} page="trust" />
      <PageScaffold kind="list" title={trust.title} lead={trust.lead}>
        <Section title={warranty.title}>
          <Stack gap={3}>
            <Lead>{warranty.report}</Lead>
            <Lead>{warranty.credit}</Lead>
            <Lead>{warranty.objection}</Lead>
          </Stack>
        </Section>
        <Statistics />
      </PageScaffold>
    </Queries>
  )
}

function Statistics() {
  const { trust } = useTexts()
  const { language } = useLanguage()
  const { data, callError, refetch } = useTrust()
  if (data === undefined && callError !== null) {
    return (
      <Screenful>
        <LoadFailure code={callError.code} title={trust.failed} onRetry={() => void refetch()} />
      </Screenful>
    )
  }
  if (data === null) {
    return (
      <Screenful>
        <EmptyState drawing="chart" title={trust.none} text={trust.noneText} role="status" />
      </Screenful>
    )
  }
  const statistics = data ?? null
  return (
    <>
      <Note>{statistics === null ? <Waiting /> : trust.asOf(formatDate(statistics.madeAt, language))}</Note>
      <MonthSections months={statistics?.months ?? null} />
      <TimeSection statistics={statistics} />
      <CoverageSections statistics={statistics} />
      <CountingSection statistics={statistics} />
    </>
  )
}
