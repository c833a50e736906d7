import { useQuery } from '@tanstack/react-query'
import type { BodyGiven, DataOf } from '#shared/api/contract.ts'
import type { CommandInput } from '#shared/api/commands.ts'
import { AT_WORK, PIECE_BYTES } from '#shared/rules/imports.ts'
import { call, type CallError } from '#web/kit/api/call.ts'
import { queryClient } from '#web/kit/api/queries.tsx'

export type Run = DataOf<'GET /operator/imports/show'>['output']
export type Report = NonNullable<Run['report']>
export type ReadingOptions = Omit<CommandInput<'imports run'>, 'run'>

const KEY = ['console', 'imports'] as const
const POLLED_MS = 1_000

export const isAtWork = ({ state }: Pick<Run, 'state'>) => AT_WORK.includes(state)

/** An import, asked about again as long as it is at work. */
export function useRun(run: number) {
  return useQuery<Run, CallError>({
    queryKey: [...KEY, run],
    queryFn: async ({ signal }) => {
      const answer = await call('GET /operator/imports/show', { query: { run }, signal, handles: 'all', team: null })
      return answer.data.output
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isAtWork(data) ? POLLED_MS : false),
  })
}

export function useRuns() {
  return useQuery<readonly Run[], CallError>({
    queryKey: [...KEY, 'list'],
    queryFn: async ({ signal }) => {
      const answer = await call('GET /operator/imports/list', { query: { limit: 100 }, signal, handles: 'all', team: null })
      return answer.data.output
    },
    staleTime: 0,
  })
}

export async function startRun(run: number, kind: 'preview' | 'run', options: ReadingOptions): Promise<void> {
  const given = { body: { run, ...options }, handles: 'all', team: null } as const
  await (kind === 'preview'
    ? call('POST /operator/imports/preview', given)
    : call('POST /operator/imports/run', given))
  await queryClient.invalidateQueries({ queryKey: KEY })
}

export async function stopRun(run: number): Promise<void> {
  await call('POST /operator/imports/stop', { body: { run }, handles: 'all', team: null })
}

export async function savePreset(preset: { readonly name: string; readonly map: string }): Promise<void> {
  await call('POST /operator/imports/save-preset', { body: preset, handles: 'all', team: null })
}

export async function readRefused(run: number): Promise<File> {
  return (await call('GET /operator/imports/refused/{run}', { params: { run }, handles: 'all', team: null })).data
}

/** Sends a file piece by piece, so that neither side keeps it in memory. @returns its number */
export async function uploadFile(file: File, onSent: (share: number) => void): Promise<number> {
  let run: number | null = null
  for (let offset = 0; offset < file.size; offset += PIECE_BYTES) {
    const data = await base64Of(file.slice(offset, offset + PIECE_BYTES))
    const body: BodyGiven<'POST /operator/imports/pieces'> = {
      run,
      fileName: file.name,
      size: file.size,
      offset,
      data,
    }
    const answer = await call('POST /operator/imports/pieces', { body, handles: 'all', team: null })
    run = answer.data.run
    onSent(answer.data.received / file.size)
  }
  if (run === null) throw new Error('an empty file')
  return run
}

function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(piece)
  })
}
