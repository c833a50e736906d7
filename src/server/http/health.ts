import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { isDatabaseAway } from '../db/connect.ts'

/** GET /health: 200 once ready, 503 while the database is away. Needs no key and has no envelope. */
export async function registerHealth(fastify: FastifyInstance, app: App): Promise<void> {
  fastify.get('/health', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await sql`select 1`.execute(app.db)
      return { status: 'ok', time: app.clock.now().toISOString() }
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
}
