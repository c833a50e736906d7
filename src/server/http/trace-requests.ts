import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginSpan, isTracing, type OpenSpan } from '#server/tracing.ts'
import { routeOf } from './log-requests.ts'

const spans = new WeakMap<FastifyRequest, OpenSpan>()

/** Makes a span of every call: its route's pattern, its status, and nothing that it asks for. Adds nothing while tracing is off. */
export function traceRequests(api: FastifyInstance): void {
  if (!isTracing()) return
  api.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request
    const route = routeOf(request.routeOptions.url)
    const span = beginSpan(() => ({
      name: `${method} ${route}`,
      kind: 'server',
      facts: { 'http.request.method': method, 'http.route': route },
      parent: headers['traceparent'] as string | undefined,
      pressedAgoMs: readPress(headers['tracestate']),
    }))
    if (span !== null) spans.set(request, span)
    done()
  })
  api.addHook('onResponse', (request, { statusCode }, done) => {
    const failure = statusCode >= 500 ? String(statusCode) : undefined
    spans.get(request)?.end({ 'http.response.status_code': statusCode }, failure)
    done()
  })
}

/** Runs work for a request within its span. Hooks and handler do so each for itself: reading the body loses the context. */
export function inRequestSpan<T>(request: FastifyRequest, work: () => T): T {
  const span = spans.get(request)
  return span === undefined ? work() : span.within(work)
}

/** Our own pages say how long ago the press was that led to the call. */
function readPress(tracestate: string | string[] | undefined): number | undefined {
  const [, ms] = /(?:^|,)\s*channelbook=(\d{1,6})\s*(?:,|$)/.exec(String(tracestate ?? '')) ?? []
  return ms === undefined ? undefined : Number(ms)
}
