import { useQuery } from '@tanstack/react-query'
import { type Answer, CallError, call } from '#web/kit/api/call.ts'

export type Trust = NonNullable<Answer<'GET /trust'>['data']>

/** The newest public statistics; null before the first night. */
export function useTrust() {
  const query = useQuery({
    queryKey: ['trust'],
    queryFn: async ({ signal }) => (await call('GET /trust', { signal })).data,
    networkMode: 'always',
  })
  return { ...query, callError: query.error instanceof CallError ? query.error : null }
}
