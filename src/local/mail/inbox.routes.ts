import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import type { Inbox } from './inbox.ts'
import { inboxPage, INBOX_STYLE } from './inbox-page.ts'

const styleHash = createHash('sha256').update(INBOX_STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'self'`
// An email contains its styles. Everything else is forbidden: scripts, forms, requests.
const MESSAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"

/** The pages of the local inbox. */
export function registerInbox(fastify: FastifyInstance, inbox: Inbox): void {
  registerPages(fastify, inbox, false)
  fastify.get('/local/mail.json', async (request, reply) => {
    const messages = inbox
      .list(recipient(request.query))
      .map(({ to, subject, text, html, receivedAt }) => ({ to, subject, text, html, receivedAt }))
    return reply.header('cache-control', 'no-store').send({ messages })
  })
}

/**
 * The same where everybody can come: only the emails to one address, which must be known. The numbers of emails are not secret, so
 * an email is shown with its address only.
 */
export function registerPublicInbox(fastify: FastifyInstance, inbox: Inbox): void {
  registerPages(fastify, inbox, true)
}

function registerPages(fastify: FastifyInstance, inbox: Inbox, isPublic: boolean): void {
  fastify.get('/local/mail', async (request, reply) => {
    const language = negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
    const to = recipient(request.query)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(
        inboxPage({
          language,
          messages: isPublic && !to?.trim() ? [] : inbox.list(to),
          to: to ?? '',
          isPublic,
        }),
      )
  })
  fastify.get('/local/mail/:id', async (request, reply) => {
    const message = inbox.find(Number((request.params as { readonly id: string }).id))
    const isTheirs = message !== undefined && message.to === recipient(request.query)
    if (message === undefined || (isPublic && !isTheirs)) return reply.callNotFound()
    return reply
      .header('content-security-policy', MESSAGE_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(message.html)
  })
}

function recipient(query: unknown): string | undefined {
  const { to } = query as { readonly to?: unknown }
  return typeof to === 'string' ? to : undefined
}
