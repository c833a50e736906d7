import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { PlatformAccess } from '#server/platforms/platform.ts'
import type { Clock } from '#server/clock.ts'
import { openPool } from '#server/db/connect.ts'
import { refuseOtherNames } from '#server/http/local-listener.ts'
import { makeYoutubeRoutes } from './youtube.routes.ts'

/** A server that speaks the YouTube Data API v3 over the channels of the catalogue. */
export interface LocalYoutube {
  /** Its address on a free loopback port. */
  readonly access: PlatformAccess
  /** Registers the same API at /local/youtube. */
  register(fastify: FastifyInstance): Promise<void>
  close(): Promise<void>
}

interface LocalYoutubeOptions {
  readonly databaseUrl: string
  readonly publicUrl: string
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}

const KEY = 'local'
const PREFIX = '/local/youtube'
const CONNECTIONS = 2

export async function startLocalYoutube({
  databaseUrl,
  publicUrl,
  clock,
  log,
}: LocalYoutubeOptions): Promise<LocalYoutube> {
  const onLost = (error: Error) =>
    log.warn({ reason: error.message }, 'the local video platform lost a connection')
  const pool = openPool(databaseUrl, { max: CONNECTIONS, onLost })
  const routes = makeYoutubeRoutes({
    pool,
    clock,
    key: KEY,
    picturesUrl: `${publicUrl}/thumbnails/demo/videos`,
  })
  const own = Fastify({ logger: false, forceCloseConnections: true })
  refuseOtherNames(own)
  await own.register(routes, { prefix: PREFIX })
  await own.listen({ port: 0, host: '127.0.0.1' })
  const { port } = own.server.address() as AddressInfo
  return {
    access: { url: `http://127.0.0.1:${port}${PREFIX}/v3`, key: KEY },
    register: async (fastify) => {
      await fastify.register(routes, { prefix: PREFIX })
    },
    async close() {
      await own.close()
      await pool.end()
    },
  }
}
