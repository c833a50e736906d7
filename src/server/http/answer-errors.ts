import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ErrorCode } from '#shared/api/errors.ts'
import { isDatabaseAway } from '../db/connect.ts'
import type { Databases } from '../db/databases.ts'
import { Overloaded } from '../db/lanes.ts'
import { describeError } from '../describe-error.ts'
import { Paused } from '../notices/read-notices.ts'
import { Refusal } from '../refusal.ts'
import { asRefusal, refusedAnswer } from './calls/envelope.ts'
import { endpointOf } from './calls/pipeline.ts'
import { noteCrowded, routeOf } from './log-requests.ts'

const CLIENT_LEFT = 499

/** Time for the client to read the reason before the connection is cut. */
const LINGER_MS = 1_000

/**
 * Answers every thrown error with the envelope. Anything but a refusal is a bug: it is logged and answered with a fixed
 * sentence.
 */
export function answerErrors(
  fastify: FastifyInstance,
  {
    log,
    databases: { primary },
  }: {
    readonly log: Logger
    readonly databases: Pick<Databases, 'primary'>
  },
): void {
  fastify.setErrorHandler((error, request, reply) => {
    // Nobody reads this answer; the log and the metrics show the status that proxies use for it.
    if (request.socket.destroyed && isAbort(error)) return reply.status(CLIENT_LEFT).send()
    if (error instanceof Overloaded) noteCrowded(request)
    const refusal = asRefusal(error) ?? new Refusal('internal')
    const isMeant = error instanceof Overloaded || error instanceof Paused
    // Outages and crowds are logged once, not for each call; a crowd by its lane.
    if (refusal.code === 'internal' || (refusal.code === 'unavailable' && !isMeant)) {
      const facts = { id: request.id, route: routeOf(request.routeOptions.url), error: describeError(error) }
      const isAway = isDatabaseAway(error) || (error instanceof Error && isDatabaseAway(error.cause))
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

/** A query that was cancelled for the caller's sake, or an answer that was being compressed. */
function isAbort(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
}

/** Answers what cannot be routed as an HTTP request: broken syntax, endless headers, a body that never arrives. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  // A browser repeats a call on another connection when the one that it keeps in reserve is closed, but would show a refusal.
  const isUnused = socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || isUnused || !socket.writable) {
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
  // Ending our side alone would leave the socket open as long as the client likes: it may go on sending, or read nothing.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}
