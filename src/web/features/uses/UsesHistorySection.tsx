import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Section } from '#web/kit/components/layout.tsx'
import type { UserInformation } from '#web/kit/api/session.ts'
import { formatChange, formatDate, formatDay } from '#web/kit/formats/format.ts'
import { EntryList } from '#web/kit/components/lists.tsx'
import { type Movement, useUsesHistory } from './use-uses-history.ts'

/** All ledger entries of the person, newest first. */
export function UsesHistorySection({ person }: { readonly person: UserInformation }) {
  const { history } = useTexts().uses
  const { language } = useLanguage()
  const pages = useUsesHistory(person.user_id)
  return (
    <Section title={history.title}>
      <EntryList
        pages={pages}
        label={history.title}
        empty={history.empty}
        failed={history.failed}
        more={history.more}
        toEntry={(movement) => ({
          key: movement.id,
          what: describe(movement, history, language),
          notes: [
            formatDate(movement.at, language),
            ...(movement.reason === 'reveal' && movement.lot === 'day' ? [history.ofToday] : []),
          ],
          amount: formatChange(movement.amount, language),
          isGain: movement.amount > 0,
        })}
      />
    </Section>
  )
}

function describe(
  { reason, lot, promocode, channelName, dates }: Movement,
  { given, reveal, refund }: Messages['uses']['history'],
  language: Language,
): string {
  if (reason === 'reveal') return reveal(channelName ?? '')
  if (reason === 'refund') return refund
  switch (lot) {
    case 'promocode':
      return given.promocode(promocode ?? '')
    case 'day':
      return dates === null
        ? given.package
        : given.day(formatDay(dates.first, language), formatDay(dates.last, language))
    case 'welcome':
    case 'grant':
    case 'package':
      return given[lot]
  }
}
