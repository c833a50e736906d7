import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { daysInactive, LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import { CallError, call } from '#web/kit/api/call.ts'
import { useSession } from '#web/kit/api/session.ts'
import type { DataOf } from '#shared/api/contract.ts'
import type { Uploads } from '#web/features/reveals/uploads.ts'
import type { SeedList } from './seed-list.ts'

type Answered = DataOf<'POST /seeds'>[number]
export type SeedChannel = Answered['channels'][number]

/** A line of the list, with what was found for it. */
export interface Seed extends Answered {
  /** From 1. */
  readonly place: number
  /** The channel that was found or chosen. */
  readonly channel: SeedChannel | null
}

interface Seeds {
  /** Null until the lines have been looked up. */
  readonly seeds: readonly Seed[] | null
  readonly isLoading: boolean
  readonly error: CallError | null
  readonly retry: () => void
}

/** Looks up the lines of a list. A visitor who logs in gets the lines that need it as well. */
export function useSeeds({ lines, picks }: Pick<SeedList, 'lines' | 'picks'>): Seeds {
  const { status } = useSession()
  const query = useQuery({
    queryKey: ['seeds', status, lines],
    queryFn: async ({ signal }) =>
      (await call('POST /seeds', { body: { lines: [...lines] }, signal, handles: ['too_many_requests'] }))
        .data,
    enabled: lines.length > 0 && status !== 'restoring',
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    // The rows stay until those of the changed list are there.
    placeholderData: keepPreviousData,
  })
  const isAsked = lines.length > 0
  const answer = isAsked && !query.isError ? query.data : undefined
  const seeds = answer?.map((answered, index): Seed => {
    const { line, state, channels } = answered
    const channel =
      state === 'found' ? channels[0] : channels.find(({ channelId }) => channelId === picks[line])
    return { ...answered, place: index + 1, channel: channel ?? null }
  })
  return {
    seeds: seeds ?? null,
    isLoading: isAsked && (query.isPending || query.isPlaceholderData) && !query.isError,
    error: query.error instanceof CallError ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** How the line comes out as it stands: a chosen channel counts as found. */
export function stateOf({ state, channel }: Seed): Seed['state'] {
  return channel === null ? state : 'found'
}

/** Which lines are shown. */
export interface SeedFilter {
  readonly state: Seed['state'] | 'all'
  readonly isWithContact: boolean
  readonly isActive: boolean
  /** Lines that stay in view although a channel has been chosen for them meanwhile, so that the choice can be changed. */
  readonly kept?: ReadonlySet<string>
}

export const ALL_SEEDS: SeedFilter = { state: 'all', isWithContact: false, isActive: false }

/** The lines that a filter leaves. A line without a channel has neither a contact nor uploads. */
export function filterSeeds(
  seeds: readonly Seed[],
  { state, isWithContact, isActive, kept }: SeedFilter,
  uploadsOf: (channel: SeedChannel) => Uploads = (channel) => channel,
): readonly Seed[] {
  return seeds.filter(
    (seed) =>
      (state === 'all' || stateOf(seed) === state || kept?.has(seed.line) === true) &&
      (!isWithContact || seed.channel?.hasContact === true) &&
      (!isActive || (seed.channel !== null && isUploading(uploadsOf(seed.channel)))),
  )
}

/** Whether a channel is active, as far as that is known: as in a search, unknown uploads are no reason to leave it out. */
function isUploading({ lastUploadAt, uploadsCheckedAt }: Uploads): boolean {
  if (lastUploadAt === null || uploadsCheckedAt === null) return true
  return (
    (daysInactive(new Date(lastUploadAt), new Date(uploadsCheckedAt), new Date()) ?? 0) < LONG_INACTIVE_DAYS
  )
}
