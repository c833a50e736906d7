import { createPrivateKey } from 'node:crypto'
import nodemailer from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { isLoopbackHost } from '#server/config/loopback.ts'
import { ConfigError } from '#server/config/settings.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import { type CallOutcome, type OutsideCalls, UNWATCHED } from '#server/outside-calls.ts'
import type { BounceAddresses } from './bounce-address.ts'
import { type Attachment, EmailRefused, type Mail } from './mail.ts'

interface SmtpOptions {
  /** E.g. `smtps://user:password@host:465` or `smtp://host:587`. */
  readonly url: string
  readonly from: string
  /** Where answers go. */
  readonly replyTo: string
  /** Whether a server on another machine must offer TLS; without it nothing is sent, not even the password. */
  readonly needsTls: boolean
  /** Signs every email for the sender's domain (RFC 6376); null: no signature. */
  readonly dkim?: DkimKey | null
  /** Where bounces go; null: to the sender. */
  readonly bounces?: BounceAddresses | null
  readonly clock?: Clock
  readonly calls?: OutsideCalls
}

interface DkimKey {
  readonly selector: string
  /** PEM. */
  readonly privateKey: string
}

const CONNECT_MS = 10_000
const ANSWER_MS = 30_000

/**
 * Connects, with TLS where it is needed, and logs in, as before an email.
 * @throws Error with a code when the server cannot be reached or refuses; its own text is left out, as it may hold an address
 */
export async function checkSmtp({ url, needsTls }: Pick<SmtpOptions, 'url' | 'needsTls'>): Promise<void> {
  const transport = nodemailer.createTransport({ ...connectionOf(url, needsTls) })
  try {
    await transport.verify()
  } catch (error) {
    throw asFailure(error)
  } finally {
    transport.close()
  }
}

// nodemailer's own list, and the header that RFC 8058 wants signed too.
const SIGNED =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post'

function stopHeaders(stopUrl: string) {
  return { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function connectionOf(url: string, needsTls: boolean) {
  return {
    url,
    requireTLS: needsTls && !isLoopbackHost(new URL(url).hostname),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  }
}

/** Sends over SMTP with up to two connections, which are closed when idle. */
export function smtpMail({
  url,
  from,
  replyTo,
  needsTls,
  dkim = null,
  bounces = null,
  clock = systemClock,
  calls = UNWATCHED,
}: SmtpOptions): Mail {
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  const transport = nodemailer.createTransport({
    ...connectionOf(url, needsTls),
    pool: true,
    maxConnections: 2,
    ...(dkim !== null && {
      dkim: {
        domainName: host,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: SIGNED,
      },
    }),
  })
  return {
    async send({ id, to, subject, text, html, stopUrl, attachment }) {
      try {
        const envelope = bounces === null ? {} : { envelope: { from: bounces.of(to, clock.now()), to } }
        await calls.watch({ service: 'smtp', operation: 'send', failureOf: outcomeOf }, () =>
          transport.sendMail({
            from,
            replyTo,
            to,
            subject,
            text,
            html,
            messageId: `<${id}@${host}>`,
            ...(stopUrl !== undefined && { headers: stopHeaders(stopUrl) }),
            ...(attachment !== undefined && { attachments: [asPart(attachment)] }),
            ...envelope,
          }),
        )
      } catch (error) {
        throw asFailure(error)
      }
    },
    close: () => transport.close(),
  }
}

function asPart({ name: filename, type: contentType, content }: Attachment) {
  return { filename, contentType, content, encoding: 'base64' }
}

// Only errors about this email are final: a refused login or greeting is a matter of settings, which can be corrected.
const MESSAGE_ERRORS = new Set(['EENVELOPE', 'EMESSAGE'])

/** nodemailer's codes; a server that hangs up, or does not greet, is not reached either. */
function outcomeOf(error: unknown): CallOutcome {
  const { code = '', responseCode } = error as { readonly code?: string; readonly responseCode?: number }
  if (responseCode !== undefined) return responseCode >= 500 ? 'refused' : 'failed'
  if (code === 'ETIMEDOUT') return 'timeout'
  return ['ECONNECTION', 'EDNS', 'ESOCKET', 'ECONNREFUSED', 'ECONNRESET'].includes(code)
    ? 'unreachable'
    : 'failed'
}

/** The error without the server's text and the email, which contain addresses: errors are logged. */
function asFailure(error: unknown): Error {
  const {
    code,
    responseCode,
    response = '',
  } = error as {
    readonly code?: string
    readonly responseCode?: number
    readonly response?: string
  }
  if (responseCode !== undefined && responseCode >= 500 && MESSAGE_ERRORS.has(code ?? '')) {
    return new EmailRefused(responseCode, response)
  }
  return new Error(`The mail server did not take an email: ${code ?? 'unknown'} ${responseCode ?? ''}`.trim())
}

/**
 * The key that signs emails, or null when none is configured.
 * @throws ConfigError when only half of it is set, or it is not a private key
 */
export function readDkim({
  dkimSelector: selector,
  dkimPrivateKey: text,
}: Pick<Config, 'dkimSelector' | 'dkimPrivateKey'>): DkimKey | null {
  if (selector === null && text === null) return null
  if (selector === null) throw new ConfigError('DKIM_PRIVATE_KEY needs DKIM_SELECTOR')
  if (text === null) throw new ConfigError('DKIM_SELECTOR needs DKIM_PRIVATE_KEY')
  const privateKey = text.replaceAll('\\n', '\n')
  try {
    createPrivateKey(privateKey)
  } catch {
    throw new ConfigError('DKIM_PRIVATE_KEY must be a private key in PEM')
  }
  return { selector, privateKey }
}
