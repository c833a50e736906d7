import type { FastifyInstance } from 'fastify'
import { demoThumbnail } from '../features/catalogue/thumbnail.ts'
import { Refusal } from '../refusal.ts'

const FILE = /^(UCdemo\w{18})-([\p{L}\p{N}]{0,4})\.svg$/u

/** Serves the pictures of demo channels: `GET /thumbnails/demo/<id>-<monogram>.svg`, outside the API and without a key. */
export function serveDemoThumbnails(fastify: FastifyInstance): void {
  fastify.get<{ Params: { file: string } }>('/thumbnails/demo/:file', async (request, reply) => {
    const [, seed, monogram] = FILE.exec(request.params.file) ?? []
    if (seed === undefined || monogram === undefined) throw new Refusal('not_found')
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'")
      .send(demoThumbnail(seed, monogram))
  })
}
