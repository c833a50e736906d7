import { DATE_LOCALES } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { TRUST_MONTHS } from '#shared/rules/trust.ts'
import { Columns, Section } from '#web/kit/components/layout.tsx'
import { EmptyState } from '#web/kit/components/states.tsx'
import { formatNumber, formatShare } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { type BarRow, BarTable } from './BarTable.tsx'
import type { Trust } from './use-trust.ts'

type Month = Trust['months'][number]

/** What became of the contacts that were opened in each month, the newest first. */
export function MonthSections({ months }: { readonly months: Trust['months'] | null }) {
  const { trust } = useTexts()
  const { language } = useLanguage()
  const { bounced, returned } = trust
  const isEmpty = months?.every(({ statistics }) => statistics === null) ?? false
  const rowsOf = (
    barsOf: (statistics: NonNullable<Month['statistics']>) => BarRow['bars'],
  ): BarRow[] | null =>
    months?.toReversed().map(({ month, isFinished, statistics }) => ({
      name: formatMonth(month, language),
      bars: statistics === null ? [] : barsOf(statistics),
      ...(!isFinished && statistics !== null && { note: trust.stillOpen, isOpen: true }),
    })) ?? null
  const share = (part: number, count: number) => ({
    share: part,
    written: formatShare(part, language),
    note: returned.times(count, formatNumber(count, language)),
  })
  const none = <EmptyState drawing="chart" isSmall title={trust.noMonth} text={trust.noMonthText} />
  return (
    <Columns min={26} gap={6}>
      <Section title={bounced.title}>
        {isEmpty ? (
          none
        ) : (
          <BarTable
            caption={bounced.caption}
            heads={[trust.month, bounced.share]}
            expected={TRUST_MONTHS}
            rows={rowsOf((statistics) => [
              {
                share: statistics.bounced,
                written: formatShare(statistics.bounced, language),
                note: bounced.of(formatNumber(statistics.reveals, language)),
              },
            ])}
          />
        )}
      </Section>
      <Section title={returned.title}>
        {isEmpty ? (
          none
        ) : (
          <BarTable
            caption={returned.caption}
            heads={[trust.month, returned.report, returned.objection]}
            expected={TRUST_MONTHS}
            rows={rowsOf(({ returned: counts, returnedShare }) => [
              share(returnedShare.report, counts.report),
              share(returnedShare.objection, counts.objection),
            ])}
          />
        )}
      </Section>
    </Columns>
  )
}

/** E.g. `Nov 2026`, `нояб. 2026`. @param month `YYYY-MM` */
function formatMonth(month: string, language: Language): string {
  const options = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  const written = new Intl.DateTimeFormat(DATE_LOCALES[language], options).format(new Date(`${month}-01`))
  // Russian adds "г.".
  return written.replace(/\s*г\.$/, '')
}
