import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '#shared/api/errors.ts'
import type { App } from '../app.ts'
import { isDatabaseAway } from '../db/connect.ts'
import { describeError } from '../describe-error.ts'
import { Refusal } from '../refusal.ts'
import { asRefusal, refusedAnswer } from './calls/envelope.ts'
import { endpointOf } from './calls/pipeline.ts'
import { routeOf } from './log-requests.ts'

/** For the other side to read why, before the connection is cut. */
const LINGER_MS = 1_000

/** Answers everything that is thrown with the envelope. What is no refusal is a bug: logged, and said in one fixed sentence. */
export function answerErrors(fastify: FastifyInstance, { log, primary }: Pick<App, 'log' | 'primary'>): void {
  fastify.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error) ?? new Refusal('internal')
    if (refusal.code === 'internal' || refusal.code === 'unavailable') {
      const facts = { id: request.id, route: routeOf(request.routeOptions.url), error: describeError(error) }
      const isAway = isDatabaseAway(error) || (error instanceof Error && isDatabaseAway(error.cause))
      // One line for an outage, by whoever notices first, and none for each call.
      if (isAway) primary.failed(error)
      if (refusal.code === 'internal') log.error(facts, 'a request failed')
      else if (isAway) log.debug(facts, 'a request could not be served')
      else log.warn(facts, 'a request could not be served')
    }
    const { status, body } = refusedAnswer(refusal, endpointOf(request)?.refusedWith)
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfter)))
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  })
}

/** Answers what is not even an HTTP request that could be routed: broken syntax, endless headers, a body that never comes. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid_input'
  const { status, body } = refusedAnswer(new Refusal(code))
  const text = JSON.stringify(body)
  const lines = [
    `HTTP/1.1 ${status} ${code === 'too_large' ? 'Content Too Large' : 'Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`)
  // Ended from here alone it would stay as long as the other side likes: it may go on sending, or read nothing.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}
