import type { FastifyInstance } from 'fastify'
import { PATHS } from '#shared/paths.ts'
import type { App } from '../app.ts'
import { stopDigest } from '#server/features/saved-searches/mail-new.ts'
import { Refusal } from '#server/refusal.ts'
import { networkOf } from './calls/request-facts.ts'

const BODY_MAX = 4_096

/**
 * `POST /stopdigest?token=...`, which mail programs send when a reader presses their 'Unsubscribe' (RFC 8058), without key, session and
 * cookies. The token alone counts; GET opens the page that asks first.
 */
export async function serveStopDigest(fastify: FastifyInstance, app: App): Promise<void> {
  await fastify.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: BODY_MAX } as const
    forms.addContentTypeParser('*', options, (_request, _body, done) => done(null, null))
    forms.post(PATHS.stopdigest, async (request, reply) => {
      const { token } = request.query as { readonly token?: unknown }
      try {
        await stopDigest(app, typeof token === 'string' ? token : '')
      } catch (error) {
        // Only wrong ones count: a mail provider presses for all its readers from a few networks.
        if (error instanceof Refusal) await app.limits.consume('mailed_link', networkOf(request.ip))
        throw error
      }
      return reply.header('cache-control', 'no-store').type('text/plain').send('')
    })
  })
}
