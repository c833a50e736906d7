import { afterAll, beforeAll, expect, it } from 'vitest'
import { refundPayment } from '#server/features/payments/refund-payment.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { openPayment } from '#test/support/pay.ts'
import { askForCode, accountOf, PASSWORD, waitForCode, waitForMails } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { securityNames } from './security-log.ts'

const EMAIL = 'zinaida.life@example.com'
const USERNAME = 'Zinaida_Q'
const lines: string[] = []

let world: TestApp
beforeAll(async () => {
  const overrides = { securityDestination: { write: (line: string) => void lines.push(line) } }
  world = await createTestApp({ notifies: false, overrides })
})
afterAll(() => world[Symbol.asyncDispose]())

const events = () =>
  lines.map((line) => {
    const { event, what } = JSON.parse(line) as { event: string; what?: string }
    return what === undefined ? event : `${event} ${what}`
  })

const logIn = (client: TestClient, password = PASSWORD) =>
  client.call('POST /login', { body: { email: EMAIL, password } })

const askEmail = (client: TestClient, action: string) =>
  client.call('POST /verification/{action}', { params: { action }, body: { email: EMAIL } })

async function tokenFrom(count: number): Promise<string> {
  const [newest] = await waitForMails(world, EMAIL, count)
  return /token=([\w-]{43})/.exec(newest?.text ?? '')?.[1] ?? ''
}

it('the log records an account’s whole life, line by line, and names nobody', async () => {
  const { app, clock } = world
  const secrets = [EMAIL, 'zinaida', USERNAME, PASSWORD, 'another horse', '127.0.0.1', 'wrong password']
  const client = world.client()
  const asked = await askForCode(world, client, EMAIL)
  secrets.push(asked.code, asked.captcha)
  await client.call('POST /user', { body: accountOf(asked, { username: USERNAME }) })
  const { userId } = client
  await client.call('PUT /update/{user_id}', {
    params: { user_id: userId! },
    body: { changeMethod: 'username', newValue: 'Zinaida_R', user_id: userId! },
  })
  await client.call('PUT /update/{user_id}', {
    params: { user_id: userId! },
    body: { changeMethod: 'username', newValue: 'Zinaida_S', user_id: userId! + 1 },
  })
  clock.advance({ minutes: 1 })
  await askEmail(client, 'change')
  const code = await waitForCode(world, EMAIL, 2)
  secrets.push(code)
  await client.call('PUT /update/{user_id}', {
    params: { user_id: userId! },
    body: {
      changeMethod: 'password',
      newValue: 'another horse',
      user_id: userId!,
      verification_code: code,
    },
  })
  const { id, payment } = await openPayment(world, client, { email: EMAIL })
  world.yookassa.provider.pay(payment, '5555555555554444')
  await settlePayment(app, id)
  await settlePayment(app, id)
  await refundPayment(app, { kind: 'operator', name: 'a test', reason: `asked by ${EMAIL}` }, id)
  await client.call('GET /account/export')
  const stranger = world.client()
  await logIn(stranger, 'wrong password')
  await logIn(stranger, 'another horse')
  await client.call('DELETE /sessions')
  secrets.push(...client.cookies.values(), ...stranger.cookies.values(), client.csrfToken ?? '?')
  await client.call('POST /logout')
  client.csrfToken = null
  const before = (await waitForMails(world, EMAIL, 3)).length
  await askEmail(client, 'reset')
  const token = await tokenFrom(before + 1)
  await client.call('PUT /reset', { body: { token, newPassword: PASSWORD } })
  await logIn(client)
  const messages = (await waitForMails(world, EMAIL, before + 2)).length
  await askEmail(client, 'delete')
  const last = await tokenFrom(messages + 1)
  const [message] = await waitForMails(world, EMAIL, messages + 1)
  const ending = /endsessions\?token=([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? ''
  secrets.push(token, last, ending)
  await client.call('PUT /logout', { body: { token: ending } })
  await client.call('DELETE /delete', { body: { token: last } })
  for (let time = 0; time < 11; time += 1) await logIn(stranger, 'wrong password')

  const told = [
    'code_sent signIn',
    'account_created password',
    'username_changed',
    'refused forbidden',
    'code_sent change',
    'password_changed',
    'payment_started',
    'payment_succeeded',
    'payment_refunded',
    'exported',
    'login_failed password',
    'login password',
    'session_ended all_others',
    'session_ended own',
    'reset_asked',
    'link_sent reset',
    'reset_done',
    'login password',
    'link_sent delete',
    'session_ended mailed_link',
    'link_sent reset',
    'account_deleted person',
  ]
  expect(events().slice(0, told.length)).toEqual(told)
  expect(events()).toContain('refused too_many_requests')
  const { person, address } = securityNames(app.secret, { id: userId!, email: EMAIL })
  expect(lines.filter((line) => line.includes(person)).length).toBeGreaterThan(12)
  expect(lines.filter((line) => line.includes(address)).length).toBeGreaterThan(4)
  expect(secrets.filter((secret) => secret.length < 6)).toEqual([])
  const text = lines.join('\n').toLowerCase()
  expect(secrets.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([])
})
