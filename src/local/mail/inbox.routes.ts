import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import type { Inbox } from './inbox.ts'
import { inboxPage, INBOX_STYLE } from './inbox-page.ts'

const styleHash = createHash('sha256').update(INBOX_STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'self'`
// A letter contains its styles. Everything else is forbidden: scripts, forms, requests.
const LETTER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"

/** The pages of the local inbox. */
export function registerInbox(fastify: FastifyInstance, inbox: Inbox): void {
  fastify.get('/local/mail.json', async (request, reply) => {
    const messages = inbox
      .list(recipient(request.query))
      .map(({ to, subject, text, html, receivedAt }) => ({ to, subject, text, html, receivedAt }))
    return reply.header('cache-control', 'no-store').send({ messages })
  })
  fastify.get('/local/mail', async (request, reply) => {
    const language = negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
    const to = recipient(request.query)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(inboxPage({ language, messages: inbox.list(to), to: to ?? '' }))
  })
  fastify.get('/local/mail/:id', async (request, reply) => {
    const message = inbox.find(Number((request.params as { readonly id: string }).id))
    if (message === undefined) return reply.callNotFound()
    return reply
      .header('content-security-policy', LETTER_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(message.html)
  })
}

function recipient(query: unknown): string | undefined {
  const { to } = query as { readonly to?: unknown }
  return typeof to === 'string' ? to : undefined
}
