import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LocalMail, startLocalMail } from '#local/mail/local-mail.ts'
import { type Email, EmailRefused, type Mail } from '#server/adapters/mail/mail.ts'
import { smtpMail } from './smtp.ts'
import { freePort } from '#test/support/processes.ts'

const log = pino({ level: 'silent' })
const FROM = 'Channelbook <no-reply@channelbook.example>'
let stack: AsyncDisposableStack

beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

const emailTo = (to: string): Email => ({
  id: `email-to-${to.split('@')[0]}`,
  to,
  subject: 'Ваш код «для» Channelbook — 🔑',
  text: 'Код: 123456\n\nДо встречи',
  html: '<p>Код: <b>123456</b></p>',
})

async function startInbox(port?: number): Promise<LocalMail> {
  const inbox = await startLocalMail(port === undefined ? { log } : { log, port })
  stack.defer(() => inbox.close())
  return inbox
}

function open(url: string): Mail {
  const mail = smtpMail({ url, from: FROM, replyTo: 'help@channelbook.example', needsTls: true })
  stack.defer(() => mail.close())
  return mail
}

/** The contract of every mail adapter. */
describe.each([{ name: 'SMTP', open }])('mail: $name', ({ open: openMail }) => {
  it('delivers subject, text and HTML unchanged', async () => {
    const { inbox, smtpUrl } = await startInbox()
    await openMail(smtpUrl).send(emailTo('anna@example.com'))
    const [message] = inbox.list('Anna@example.com')
    const { subject, text, html } = emailTo('anna@example.com')
    expect(message).toMatchObject({ to: 'anna@example.com', replyTo: 'help@channelbook.example', subject })
    expect(message?.text.trim().replaceAll('\r\n', '\n')).toBe(text)
    expect(message?.html.trim()).toBe(html)
  })

  it('sends many at the same moment', async () => {
    const { inbox, smtpUrl } = await startInbox()
    const mail = openMail(smtpUrl)
    const names = Array.from({ length: 30 }, (_, number) => `person${number}@example.com`)
    await Promise.all(names.map((to) => mail.send(emailTo(to))))
    expect(new Set(inbox.list().map(({ to }) => to))).toEqual(new Set(names))
  })

  it('reports a permanent refusal, without an address in the message', async () => {
    const { smtpUrl } = await startInbox()
    const failure = await openMail(smtpUrl)
      .send(emailTo('nobody+refused@example.com'))
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(EmailRefused)
    expect(failure).toMatchObject({ replyCode: 550 })
    expect(String((failure as Error).stack)).not.toContain('nobody')
  })

  it('fails temporarily while the server is busy, and delivers later', async () => {
    const { inbox, smtpUrl } = await startInbox()
    const mail = openMail(smtpUrl)
    for (let time = 0; time < 2; time += 1) {
      const failure = await mail.send(emailTo('anna+busy@example.com')).catch((error: unknown) => error)
      expect(failure).not.toBeInstanceOf(EmailRefused)
      expect(String((failure as Error).stack)).not.toContain('anna')
    }
    await mail.send(emailTo('anna+busy@example.com'))
    expect(inbox.list()).toHaveLength(1)
  })

  it('fails temporarily while there is no server, and delivers when it is back', async () => {
    const port = await freePort()
    const mail = openMail(`smtp://127.0.0.1:${port}`)
    const failure = await mail.send(emailTo('anna@example.com')).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(EmailRefused)
    const { inbox } = await startInbox(port)
    await mail.send(emailTo('anna@example.com'))
    expect(inbox.list()).toHaveLength(1)
  })
})
