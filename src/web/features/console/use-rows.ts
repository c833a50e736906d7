import { useQuery } from '@tanstack/react-query'
import type { EndpointOfCommand, OnWire } from '#shared/api/command-endpoints.ts'
import type { CommandKey, CommandOutput } from '#shared/api/commands.ts'
import { type Pages, usePages } from '#web/kit/api/queries.tsx'
import { runCommand } from './console-data.ts'

/** A command that changes nothing. */
export type ReadKey = {
  [K in CommandKey]: EndpointOfCommand<K> extends `GET ${string}` ? K : never
}[CommandKey]

/** A command that answers with a page of a list. */
export type ListKey = {
  [K in ReadKey]: CommandOutput<K> extends { readonly rows: readonly unknown[] } ? K : never
}[ReadKey]

type ListOf<K extends ListKey> = OnWire<CommandOutput<K>> & { readonly rows: readonly unknown[] }
export type RowOf<K extends ListKey> = ListOf<K>['rows'][number]

export type Given = Readonly<Record<string, string | number | boolean>>

/** What a command that changes nothing answers now. */
export async function read<K extends ReadKey>(
  key: K,
  query: Given,
  signal?: AbortSignal,
): Promise<OnWire<CommandOutput<K>>> {
  const { output } = await runCommand({ key, changesNothing: true }, query, signal)
  return output as OnWire<CommandOutput<K>>
}

const keyOf = (key: ReadKey, given: Given) => ['console', key, given]

export function useRead<K extends ReadKey>(key: K, given: Given) {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(key, given),
    queryFn: ({ signal }) => read(key, given, signal),
    staleTime: 0,
    networkMode: 'always',
  })
  return { data, error, retry: () => void refetch() }
}

/** A list, page by page; `meta` is what the first page says of the whole. */
export function useRows<K extends ListKey>(key: K, given: Given): Pages<RowOf<K>, ListOf<K>> {
  return usePages<RowOf<K>, ListOf<K>>({
    queryKey: keyOf(key, given),
    fetchPage: async ({ cursor }, signal) => {
      const after = cursor === undefined ? {} : { after: cursor }
      const list = (await read(key, { ...given, ...after }, signal)) as ListOf<K> & {
        readonly next: string | null
      }
      return { data: list.rows, meta: { ...list, nextCursor: list.next } }
    },
  })
}
