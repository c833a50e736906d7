import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { mails } from '#shared/i18n/server-texts.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 20

/** Solves a captcha as a browser does: the challenge over HTTP, the work, the payload. */
export async function solveCaptcha(client: TestClient): Promise<string> {
  const { status, text } = await client.send('GET', '/api/captcha/challenge')
  if (status !== 200) throw new Error(`No challenge: ${text}`)
  const challenge = JSON.parse(text) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly receivedAt: string
}

const UNASKED = new Set(
  Object.values(mails).flatMap(({ welcome, newDevice, creators }): string[] => [
    welcome.subject,
    newDevice.subject,
    creators.notice.subject,
  ]),
)

/** Whether an email confirms what a creator has done by a link. */
export function isReceipt({ text }: ReceivedMail): boolean {
  return Object.values(mails).some(
    ({ reasons }) => text.includes(reasons.receipt) || text.includes(reasons.removed),
  )
}

/**
 * An address's emails in the local inbox, newest first, without those that come unasked (welcome, a new device, the notice to
 * creators) and without receipts.
 */
export async function mailsTo(app: Pick<TestApp, 'localUrl'>, email: string): Promise<ReceivedMail[]> {
  const messages = await allMailsTo(app, email)
  return messages.filter((message) => !UNASKED.has(message.subject) && !isReceipt(message))
}

/** The same with those. */
export async function allMailsTo(
  { localUrl }: Pick<TestApp, 'localUrl'>,
  email: string,
): Promise<ReceivedMail[]> {
  const response = await fetch(`${localUrl}/local/mail.json?to=${encodeURIComponent(email)}`)
  const { messages } = (await response.json()) as { messages: ReceivedMail[] }
  return messages
}

/** Waits until an address has received `count` emails. @returns them, newest first */
export async function waitForMails(
  app: Pick<TestApp, 'localUrl'>,
  email: string,
  count = 1,
): Promise<ReceivedMail[]> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const messages = await mailsTo(app, email)
    if (messages.length >= count) return messages
    if (performance.now() > end) throw new Error(`Only ${messages.length} of ${count} mails came`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

/** The emails that an address has got once none is queued any more. */
export async function queuedMailsTo(
  world: Pick<TestApp, 'app' | 'localUrl'>,
  email: string,
): Promise<ReceivedMail[]> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await sql`
      select from pgboss.job where name = 'mail' and state < 'completed' limit 1`.execute(world.app.db)
    if (rows.length === 0) return mailsTo(world, email)
    if (performance.now() > end) throw new Error('An email stays in the queue')
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

/** The code in the newest of `count` emails. */
export async function waitForCode(app: Pick<TestApp, 'localUrl'>, email: string, count = 1): Promise<string> {
  const [newest] = await waitForMails(app, email, count)
  const code = /^\d{6}$/m.exec(newest?.text ?? '')?.[0]
  if (code === undefined) throw new Error('The mail brings no code')
  return code
}

export interface AskedCode {
  readonly email: string
  readonly code: string
  readonly captcha: string
}

/** Requests a sign-up code as the wizard does, and reads it from the email. */
export async function askForCode(
  app: Pick<TestApp, 'localUrl'>,
  client: TestClient,
  email: string,
): Promise<AskedCode> {
  const before = (await mailsTo(app, email)).length
  const captcha = await solveCaptcha(client)
  const answer = await client.call('POST /verification/{action}', {
    params: { action: 'signIn' },
    body: { email, isRegistration: true, recaptchaValue: captcha },
  })
  if (answer.status !== 200) throw new Error(`No code: ${answer.text}`)
  return { email, code: await waitForCode(app, email, before + 1), captcha }
}

export const PASSWORD = 'correct horse'

/** The body of `POST /user` for a code. */
export function accountOf(
  { email, code, captcha }: AskedCode,
  changes: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const data = {
    email,
    password: PASSWORD,
    username: 'Anna_1',
    recaptchaValue: captcha,
    verification_code: code,
    isAgreed: true,
    isConsentGiven: true,
  }
  return { data: { ...data, ...changes } }
}

/** Signs up a new person and leaves the client logged in. */
export async function signUp(
  app: Pick<TestApp, 'localUrl'>,
  client: TestClient,
  email: string,
): Promise<{ readonly userId: number; readonly uses: number }> {
  const asked = await askForCode(app, client, email)
  const answer = await client.call('POST /user', { body: accountOf(asked) })
  if (answer.status !== 200) throw new Error(`No account: ${answer.text}`)
  const { user_id: userId, uses } = answer.body.data.userInformation
  return { userId, uses }
}
