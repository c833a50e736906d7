import type { FastifyInstance } from 'fastify'
import { OFFER } from '#shared/paths.ts'
import type { Config } from '#server/config/config.ts'
import { writeOffer } from '#server/features/payments/write-offer.ts'

/** Serves the public offer, `GET /offer.pdf`. Renders it at the first request and keeps it. */
export function serveOffer(fastify: FastifyInstance, config: Config): void {
  let written: Promise<Buffer> | null = null
  fastify.get(OFFER, async (_request, reply) => {
    written ??= writeOffer(config).catch((error: unknown) => {
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
