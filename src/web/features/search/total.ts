import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import type { Results } from './use-results.ts'

type Counted = Pick<
  Results,
  'total' | 'totalIsCapped' | 'totalIsEstimate' | 'channels' | 'hasMore' | 'isCutOff'
>

/** The number of matching channels, in words; without any, whether that is final. */
export function totalOf(
  { total, totalIsCapped, totalIsEstimate, channels, hasMore, isCutOff }: Counted,
  search: Messages['search'],
  language: Language,
): string {
  if (channels.length === 0) return hasMore ? search.emptySoFarTitle : search.emptyTitle
  if (total === null) {
    return search.shown(channels.length, formatNumber(channels.length, language), hasMore || isCutOff)
  }
  // What has loaded is surer than an estimate.
  if (!hasMore) return search.total(channels.length, formatNumber(channels.length, language), false)
  if (totalIsEstimate && !totalIsCapped) {
    const about = Math.max(roundEstimate(total), channels.length)
    return search.totalAbout(about, formatNumber(about, language))
  }
  return search.total(total, formatNumber(total, language), totalIsCapped)
}

/** The number that a choice of filters would find, as it goes on in a sentence: `84 channels`, `больше 10 000 каналов`. */
export function foundText(found: Counted, search: Messages['search'], language: Language): string {
  const text = found.channels.length === 0 ? search.total(0, '0', false) : totalOf(found, search, language)
  return text.charAt(0).toLocaleLowerCase(language) + text.slice(1)
}

/** A group's count where there is little room: `3`, `20+`, `10,000+`; null while it is not known. */
export function countOf(
  {
    state,
    total,
    totalIsCapped,
    totalIsEstimate,
    channels,
    hasMore,
    isCutOff,
  }: Counted & Pick<Results, 'state'>,
  language: Language,
): string | null {
  if (state !== 'ready' && state !== 'old') return null
  if (!hasMore) return `${formatNumber(channels.length, language)}${isCutOff ? '+' : ''}`
  if (totalIsEstimate && total !== null) {
    return `~${formatNumber(Math.max(roundEstimate(total), channels.length), language)}`
  }
  const known = total ?? channels.length
  if (known === 0) return null
  return `${formatNumber(known, language)}${total === null || totalIsCapped ? '+' : ''}`
}

/** Two digits are all that an estimate knows. */
function roundEstimate(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count + 1)) - 1)
  return Math.round(count / unit) * unit
}
