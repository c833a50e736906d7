import type { FastifyInstance, FastifyReply } from 'fastify'
import { demoThumbnail } from '../features/catalogue/thumbnail.ts'
import { Refusal } from '../refusal.ts'

/** Ids of made-up videos are as long as real ones. */
const VIDEO_FILE = /^([\w-]{11})\.svg$/
const FILE = /^(UCdemo\w{18})-([\p{L}\p{N}]{0,4})\.svg$/u

/**
 * Serves the pictures of demo channels, `GET /thumbnails/demo/<id>-<monogram>.svg`, and of their made-up videos,
 * `GET /thumbnails/demo/videos/<id>.svg`: outside the API and without a key.
 */
export function serveDemoThumbnails(fastify: FastifyInstance): void {
  fastify.get<{ Params: { file: string } }>('/thumbnails/demo/:file', async (request, reply) => {
    const [, seed, monogram] = FILE.exec(request.params.file) ?? []
    if (seed === undefined || monogram === undefined) throw new Refusal('not_found')
    return sendPicture(reply, demoThumbnail(seed, monogram))
  })
  fastify.get<{ Params: { file: string } }>('/thumbnails/demo/videos/:file', async (request, reply) => {
    const [, seed] = VIDEO_FILE.exec(request.params.file) ?? []
    if (seed === undefined) throw new Refusal('not_found')
    return sendPicture(reply, demoThumbnail(seed, ''))
  })
}

function sendPicture(reply: FastifyReply, picture: string): FastifyReply {
  return reply
    .type('image/svg+xml; charset=utf-8')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'")
    .send(picture)
}
