import { useQuery } from '@tanstack/react-query'
import { type FieldValues, WARNING_DAYS } from '#shared/rules/templates.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { type Answer, call } from '#web/kit/api/call.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'

export type Template = Answer<'GET /templates'>['data'][number]

const KEY = 'templates'
forgetOnLogout(KEY)

export function useTemplates() {
  return useQuery(
    {
      queryKey: [KEY],
      queryFn: ({ signal }) => call('GET /templates', { signal, handles: 'all' }),
    },
    queryClient,
  )
}

export function refreshTemplates(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [KEY] })
}

interface Written {
  readonly channelId: string
  readonly channel_name: string
}

/** What stands for the fields in an email to a channel. @param isVideoWanted whether a text names its last video, which is then asked for */
export function useFieldValues({ channelId, channel_name }: Written, isVideoWanted: boolean): FieldValues {
  const { userData } = useSession()
  const { data: templates } = useTemplates()
  const { data: video = null } = useQuery(
    {
      queryKey: [KEY, 'video', channelId],
      queryFn: async ({ signal }) => {
        const given = { params: { channelId }, signal, handles: 'all' } as const
        return (await call('GET /channels/{channelId}/videos', given)).data.videos[0]?.title ?? null
      },
      enabled: isVideoWanted,
    },
    queryClient,
  )
  return {
    channel: channel_name,
    name: userData?.userInformation.username ?? null,
    company: templates?.meta.company ?? null,
    last_video: video,
  }
}

/** When somebody last marked the channel as contacted, within the time in which a second email is warned of; null otherwise. */
export function useLastContact({ channelId }: Pick<Written, 'channelId'>) {
  const { data = null } = useQuery(
    {
      queryKey: [KEY, 'contacted', channelId],
      queryFn: async ({ signal }) => {
        const given = { params: { channelId }, query: { limit: 50 }, signal, handles: 'all' } as const
        const { data: events } = await call('GET /cards/{channelId}/events', given)
        const last = events.find(({ kind, value }) => kind === 'stage' && value === 'contacted')
        const isLate = last === undefined || Date.now() - Date.parse(last.at) > WARNING_DAYS * DAY_MS
        return isLate ? null : last
      },
      // It may have been another person, a moment ago.
      staleTime: 0,
    },
    queryClient,
  )
  return data
}
