import type { FastifyInstance } from 'fastify'
import { OFFER } from '#shared/paths.ts'
import type { Config } from '../config.ts'
import { writeOffer } from '../features/payments/write-offer.ts'

/** Serves the public offer, `GET /offer.pdf`. It is written when it is first asked for, and kept. */
export function serveOffer(fastify: FastifyInstance, config: Config): void {
  let written: Promise<Buffer> | null = null
  fastify.get(OFFER, async (_request, reply) => {
    written ??= writeOffer(config)
    let offer: Buffer
    try {
      offer = await written
    } catch (error) {
      // The next request tries anew.
      written = null
      throw error
    }
    return reply
      .type('application/pdf')
      .headers({
        'cache-control': 'public, max-age=3600',
        'content-disposition': 'inline; filename="channelbook-offer.pdf"',
      })
      .send(offer)
  })
}
