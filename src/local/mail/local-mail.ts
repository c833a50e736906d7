import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { Inbox } from './inbox.ts'
import { registerInbox, registerPublicInbox } from './inbox.routes.ts'

/** A real SMTP server on loopback that keeps messages and shows them at /local/mail. */
export interface LocalMail {
  readonly smtpUrl: string
  /** What has arrived. */
  readonly inbox: Inbox
  /** Registers /local/mail (page) and /local/mail.json. */
  register(fastify: FastifyInstance): void
  /** Registers /local/mail for everybody: a person sees the emails to an address that they know. */
  registerPublic(fastify: FastifyInstance): void
  close(): Promise<void>
}

interface LocalMailOptions {
  readonly log: Pick<Logger, 'warn'>
  /** 0 takes a free one. */
  readonly port?: number
}

const MESSAGE_MAX = 1024 * 1024

/** Recipients on which the stand-in fails, by the end of the part before the @. */
export const SENTINELS = {
  /** Answered 451 twice, then accepted: shows that emails are retried. */
  busy: '+busy',
  /** Always answered 550 5.1.1. */
  refused: '+refused',
} as const

const BUSY_TIMES = 2

export async function startLocalMail({ log, port = 0 }: LocalMailOptions): Promise<LocalMail> {
  const inbox = new Inbox()
  const busy = new Map<string, number>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MESSAGE_MAX,
    rejectOversized: true,
    closeTimeout: 1_000,
    onRcptTo: ({ address }, _session, done) => done(refusalOf(address, busy)),
    onData: (stream, session, done) => {
      receive(
        stream,
        session.envelope.rcptTo.map(({ address }) => address),
        inbox,
      ).then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  })
  server.on('error', (error) => log.warn({ reason: error.message }, 'the local mail server has a problem'))
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    inbox,
    register: (fastify) => registerInbox(fastify, inbox),
    registerPublic: (fastify) => registerPublicInbox(fastify, inbox),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function receive(
  stream: SMTPServerDataStream,
  recipients: readonly string[],
  inbox: Inbox,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  const {
    replyTo: answersTo,
    subject = '',
    text = '',
    html = '',
    attachments: parts,
  } = await PostalMime.parse(Buffer.concat(chunks))
  const replyTo = answersTo?.[0]?.address ?? ''
  const attachments = parts.map(({ filename, content }) => ({
    name: filename ?? '',
    content: new Uint8Array(content as ArrayBuffer),
  }))
  const receivedAt = new Date().toISOString()
  for (const to of recipients) inbox.add({ to, replyTo, subject, text, html, attachments, receivedAt })
}

function refusalOf(address: string, busy: Map<string, number>): Error | null {
  const name = address.slice(0, address.lastIndexOf('@'))
  if (name.endsWith(SENTINELS.refused)) return reply(550, '5.1.1 No such mailbox')
  if (!name.endsWith(SENTINELS.busy)) return null
  const times = (busy.get(address) ?? 0) + 1
  busy.set(address, times)
  return times <= BUSY_TIMES ? reply(451, 'Try again later') : null
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
