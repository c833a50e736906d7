import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { versionOf } from '#shared/legal/document.ts'
import { LEGAL, OFFER } from '#shared/paths.ts'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import { writeOffer } from '#server/features/payments/write-offer.ts'

const CACHED = { 'cache-control': 'public, max-age=3600' }

/** Another value is no version, like an unknown date. */
const query = z.object({ version: z.string().nullable().catch(null) })
const params = z.object({ name: z.string(), date: z.string() })

/** Serves what the pages of legal texts are not built with: other versions for their script, and the public offer. */
export function serveLegal(
  fastify: FastifyInstance,
  { config, clock, legal }: Pick<App, 'config' | 'clock' | 'legal'>,
): void {
  const documents = new Map(Object.entries(legal))
  fastify.get(`${LEGAL}/:name/:date`, async (request, reply) => {
    const { name, date } = params.parse(request.params)
    const version = documents.get(name)?.find((one) => one.date === date)
    if (version === undefined) return reply.callNotFound()
    return reply.headers(CACHED).send(version)
  })

  /** By date. A PDF is rendered at its first request, and kept. */
  const written = new Map<string, Promise<Buffer>>()
  fastify.get(OFFER, async (request, reply) => {
    const version = versionOf(legal.offer, query.parse(request.query).version, moscowDate(clock.now()))
    const { date } = version
    const offer =
      written.get(date) ??
      writeOffer(config, version).catch((error: unknown) => {
        // The next request retries.
        written.delete(date)
        throw error
      })
    written.set(date, offer)
    return reply
      .type('application/pdf')
      .headers({ ...CACHED, 'content-disposition': 'inline; filename="channelbook-offer.pdf"' })
      .send(await offer)
  })
}
