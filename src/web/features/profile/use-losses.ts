import { useQuery } from '@tanstack/react-query'
import { formatPrice } from '#shared/i18n/formats.ts'
import { call } from '#web/kit/api/call.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'

/** What the person loses with the account, in a sentence; null until it is known, or when there is no session. */
export function useLosses(userId: number | null): string | null {
  const { deletion } = useTexts().profile
  const { language } = useLanguage()
  const { data } = useQuery({
    queryKey: ['losses', userId],
    queryFn: async ({ signal }) => {
      const [history, purchases] = await Promise.all([
        call('GET /uses/history', { query: { limit: 1 }, team: null, handles: 'all', signal }),
        call('GET /purchases', { query: { limit: 1 }, team: null, handles: 'all', signal }),
      ])
      return { ...history.meta.unspent, contacts: purchases.meta.total }
    },
    enabled: userId !== null,
    // Every visit counts anew.
    gcTime: 0,
  })
  if (data === undefined) return null
  const { uses, roubles, contacts } = data
  const written = (count: number) => formatNumber(count, language)
  const paid = roubles > 0 ? formatPrice(roubles, language) : null
  return deletion.lost(uses, written(uses), paid, contacts, written(contacts))
}
