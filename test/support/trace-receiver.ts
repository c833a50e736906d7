import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

// OTLP/HTTP with JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
const value = z.object({
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
  boolValue: z.boolean().optional(),
  doubleValue: z.number().optional(),
})
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .default([])
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value: given }) => [key, Object.values(given).at(0) ?? null])),
  )
const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().default(''),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes,
  events: z.array(z.object({ name: z.string() })).default([]),
  status: z.object({ code: z.number().optional() }).default({}),
})
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

export type ReceivedSpan = z.infer<typeof span>

/** A collector that keeps what it is sent. */
export interface TraceReceiver extends AsyncDisposable {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Everything that arrived, as it was sent. */
  readonly raw: readonly string[]
  /** The headers of the last request. */
  headers(): NodeJS.Dict<string | string[]>
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = []
  const raw: string[] = []
  let headers: NodeJS.Dict<string | string[]> = {}
  const server = createServer((incoming, answer) => {
    void (async () => {
      const body = await text(incoming)
      headers = incoming.headers
      const isExpected = incoming.method === 'POST' && incoming.url === '/v1/traces'
      if (isExpected) {
        raw.push(body)
        const { resourceSpans } = request.parse(JSON.parse(body))
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      }
      answer.writeHead(isExpected ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    raw,
    headers: () => headers,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The names from a span up to the first of its trace. */
export function wayUp(spans: readonly ReceivedSpan[], from: ReceivedSpan): string[] {
  const above = spans.find(({ spanId, traceId }) => spanId === from.parentSpanId && traceId === from.traceId)
  return [from.name, ...(above === undefined ? [] : wayUp(spans, above))]
}
