import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { packageOf } from '#shared/rules/uses.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Section } from '#web/kit/components/layout.tsx'
import { useHolderId } from '#web/kit/api/session.ts'
import { formatChange, formatDate, formatDay } from '#web/kit/formats/format.ts'
import { EntryList } from '#web/kit/components/lists.tsx'
import { type Movement, useUsesHistory } from './use-uses-history.ts'

/** All ledger entries of the purse, newest first. */
export function UsesHistorySection() {
  const { history } = useTexts().uses
  const { language } = useLanguage()
  const pages = useUsesHistory(useHolderId() ?? 0)
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
          what: describeMovement(movement, history, language),
          notes: [
            formatDate(movement.at, language),
            ...(movement.reason === 'reveal' ? [describeLot(movement, history)] : []),
          ],
          amount: formatChange(movement.amount, language),
          isGain: movement.amount > 0,
        })}
      />
    </Section>
  )
}

type HistoryTexts = Messages['uses']['history']

/** What a movement of uses was. */
export function describeMovement(movement: Movement, texts: HistoryTexts, language: Language): string {
  const { reason, lot, dates, channelName, packageId } = movement
  if (reason === 'reveal') return texts.reveal(channelName ?? '')
  if (reason === 'refund') return texts.refund(nameOf(packageId))
  if (reason === 'taken') return texts.taken
  if (lot !== 'day' || dates === null) return describeLot(movement, texts)
  return texts.given.day(formatDay(dates.first, language), formatDay(dates.last, language))
}

/** Where uses come from. */
function describeLot(
  { lot, promocode, packageId, channelName }: Movement,
  { given, ofToday }: HistoryTexts,
): string {
  switch (lot) {
    case 'promocode':
      return given.promocode(promocode ?? '')
    case 'package':
      return given.package(nameOf(packageId))
    case 'day':
      return ofToday
    case 'welcome':
    case 'grant':
      return given[lot]
    case 'warranty':
      return given.warranty(channelName ?? '')
  }
}

/** Empty where the payment is no longer known. */
function nameOf(packageId: number | null): string {
  return packageId === null ? '' : packageOf(packageId).name
}
