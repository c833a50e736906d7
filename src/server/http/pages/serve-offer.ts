import type { FastifyInstance } from 'fastify'
import { OFFER } from '#shared/paths.ts'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import { writeOffer } from '#server/features/payments/write-offer.ts'

/** Serves the public offer, `GET /offer.pdf`. Renders it at the first request of a Moscow date and keeps it. */
export function serveOffer(fastify: FastifyInstance, { config, clock }: Pick<App, 'config' | 'clock'>): void {
  let written: Promise<Buffer> | null = null
  let writtenOn = ''
  fastify.get(OFFER, async (_request, reply) => {
    const day = moscowDate(clock.now())
    if (day !== writtenOn) written = null
    writtenOn = day
    written ??= writeOffer(config, day).catch((error: unknown) => {
      // The next request retries.
      written = null
      throw error
    })
    return reply
      .type('application/pdf')
      .headers({
        'cache-control': 'public, max-age=3600',
        'content-disposition': 'inline; filename="channelbook-offer.pdf"',
      })
      .send(await written)
  })
}
