import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { versionOf } from '#shared/legal/document.ts'
import { OFFER as VERSIONS } from '#shared/legal/offer.ts'
import { OFFER } from '#shared/paths.ts'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import { writeOffer } from '#server/features/payments/write-offer.ts'

/** Another value is no version, like an unknown date. */
const query = z.object({ version: z.string().nullable().catch(null) })

/**
 * Serves the public offer in force, `GET /offer.pdf`, and with `?version=YYYY-MM-DD` that of the date, announced or replaced. Renders
 * each at its first request and keeps it.
 */
export function serveOffer(fastify: FastifyInstance, { config, clock }: Pick<App, 'config' | 'clock'>): void {
  const written = new Map<string, Promise<Buffer>>()
  fastify.get(OFFER, async (request, reply) => {
    const version = versionOf(VERSIONS, query.parse(request.query).version, moscowDate(clock.now()))
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
      .headers({
        'cache-control': 'public, max-age=3600',
        'content-disposition': 'inline; filename="channelbook-offer.pdf"',
      })
      .send(await offer)
  })
}
