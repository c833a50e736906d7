import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DataOf, EndpointKey } from '#shared/api/contract.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'

export type CommandDescriptor = DataOf<'GET /operator/commands'>['commands'][number]
export type CommandField = CommandDescriptor['fields'][number]
export type Row = Readonly<Record<string, unknown>>

forgetOnLogout('console')

const SESSION = ['console', 'session'] as const

/** Who the operator is, and until when the console is open. */
export function useOperator(): UseQueryResult<DataOf<'GET /operator/session'>, CallError> {
  return useQuery({
    queryKey: SESSION,
    queryFn: async ({ signal }) =>
      (await call('GET /operator/session', { signal, handles: 'all', team: null })).data,
    staleTime: 0,
  })
}

/** Asks again whether the console is open: after a proof, or when a call says that it is not. */
export function askOperatorAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: SESSION })
}

/** The commands that the operator's role allows, in the page's language. */
export function useCommands(): UseQueryResult<DataOf<'GET /operator/commands'>, CallError> {
  const { language } = useLanguage()
  return useQuery({
    queryKey: ['console', 'commands', language],
    queryFn: async ({ signal }) =>
      (await call('GET /operator/commands', { signal, handles: 'all', team: null })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export interface Outcome {
  readonly output: unknown
  /** The sentence of what was done or would be. */
  readonly said: string
}

/** Runs a command of the contract by its words. */
export async function runCommand(
  { key, changesNothing }: Pick<CommandDescriptor, 'key' | 'changesNothing'>,
  given: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Outcome> {
  const endpoint = `${changesNothing ? 'GET' : 'POST'} /operator/${key.replace(' ', '/')}` as EndpointKey
  const parts = changesNothing ? { query: given } : { body: given }
  try {
    // Commands are known by their words alone here; the contract test holds the server to its types.
    const answer = await call(endpoint as 'GET /operator/audit/list', {
      ...(parts as object),
      handles: 'all',
      team: null,
      ...(signal !== undefined && { signal }),
    })
    return answer.data
  } catch (error) {
    // Somebody may have ended the session or taken the role meanwhile.
    if (error instanceof CallError && error.code === 'not_found') void askOperatorAgain()
    throw error
  }
}

/** The rows of a list or of a page of one. */
export function rowsOf(output: unknown): readonly Row[] {
  if (Array.isArray(output)) return output as readonly Row[]
  return (output as { readonly rows?: readonly Row[] }).rows ?? []
}

/** The sentence of a refused command; null when it was refused otherwise. */
export function saidOf(error: CallError | null): string | null {
  const said = error?.extras['said']
  return typeof said === 'string' ? said : null
}
