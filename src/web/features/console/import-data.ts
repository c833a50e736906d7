import { useQuery } from '@tanstack/react-query'
import type { BodyGiven, DataOf } from '#shared/api/contract.ts'
import type { CommandInput } from '#shared/api/commands.ts'
import { AT_WORK, PIECE_BYTES } from '#shared/rules/imports.ts'
import { call, type CallError } from '#web/kit/api/call.ts'
import { queryClient } from '#web/kit/api/queries.tsx'
import { runCommand } from './console-data.ts'

export type Run = DataOf<'GET /operator/imports/show'>['output']
export type Report = NonNullable<Run['report']>
export type ReadingOptions = Omit<CommandInput<'imports preview'>, 'run'>

const KEY = ['console', 'imports'] as const
const POLLED_MS = 1_000

export const isAtWork = ({ state }: Pick<Run, 'state'>) => AT_WORK.includes(state)

/** What a command that changes nothing answers. */
async function read<Output>(key: string, given: object, signal: AbortSignal): Promise<Output> {
  return (await runCommand({ key, changesNothing: true }, { ...given }, signal)).output as Output
}

const change = (key: string, given: object) => runCommand({ key, changesNothing: false }, { ...given })

/** An import, asked about again as long as it is at work. */
export function useRun(run: number) {
  return useQuery<Run, CallError>({
    queryKey: [...KEY, run],
    queryFn: ({ signal }) => read<Run>('imports show', { run }, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isAtWork(data) ? POLLED_MS : false),
  })
}

export function useRuns() {
  return useQuery<readonly Run[], CallError>({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }) => read<readonly Run[]>('imports list', { limit: 100 }, signal),
    staleTime: 0,
  })
}

/** Starts a preview, or without options the import of what was previewed. */
export async function startRun(run: number, options: ReadingOptions | null): Promise<void> {
  await change(options === null ? 'imports run' : 'imports preview', { run, ...options })
  await queryClient.invalidateQueries({ queryKey: KEY })
}

export const stopRun = (run: number) => change('imports stop', { run })

export const savePreset = (preset: { readonly name: string; readonly map: string }) =>
  change('imports save-preset', preset)

export const readRefused = (run: number): Promise<File> =>
  call('GET /operator/imports/refused/{run}', { params: { run }, handles: 'all', team: null })

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
    reader.addEventListener('load', () => {
      const { result } = reader
      if (typeof result === 'string') resolve(result.slice(result.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(piece)
  })
}
