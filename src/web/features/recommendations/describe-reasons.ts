import type { DataOf } from '#shared/api/contract.ts'
import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'

export type SimilarChannel = DataOf<'GET /recommendations'>[number]
type Reason = SimilarChannel['reasons'][number]

/** Letters written from right to left would take the punctuation after them along. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/** Why a channel is shown, e.g. `Same topics: keyboards, switches; similar size`; '' without a reason. */
export function describeReasons(
  reasons: readonly Reason[],
  { reasons: kinds, withTerms }: Messages['recommendations'],
  language: Language,
): string {
  // Words in common say more than the type that they belong to.
  const hasTopics = reasons.some(({ kind, terms = [] }) => kind === 'topics' && terms.length > 0)
  const told = reasons.filter(({ kind }) => kind !== 'type' || !hasTopics)
  const parts = told.map(({ kind, terms = [] }) =>
    terms.length === 0 ? kinds[kind] : withTerms(kinds[kind], terms.map(isolated).join(', ')),
  )
  const sentence = parts.join('; ')
  return sentence.charAt(0).toLocaleUpperCase(language) + sentence.slice(1)
}

function isolated(term: string): string {
  return RIGHT_TO_LEFT.test(term) ? `\u2068${term}\u2069` : term
}
