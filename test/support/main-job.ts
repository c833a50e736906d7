import { expect } from 'vitest'
import { signUp } from './sign-up.ts'
import { TestClient } from './test-client.ts'
import { until } from './pay.ts'

interface Installed {
  readonly baseUrl: string
  /** Of its stand-ins: the inbox, and the shop that takes no money. */
  readonly localUrl: string
}

/**
 * What the product is for, on an installation with the demo catalogue: a person finds a channel, signs up, buys uses, opens
 * the contact and finds it among the purchases.
 */
export async function walkMainJob({ baseUrl, localUrl }: Installed): Promise<void> {
  const client = new TestClient({ baseUrl, apiKey: 'channelbook-web' })
  for (const page of ['/', '/ru', '/search']) expect((await client.send('GET', page)).status, page).toBe(200)
  const email = 'anna@buyer.example'
  await signUp({ localUrl }, client, email)
  const found = await client.call('POST /filter', { body: { hasContact: true } })
  expect(found.status, found.text).toBe(200)
  const [channel] = found.body.data
  if (channel === undefined) throw new Error('the catalogue is empty')

  const payment = await client.call('POST /payment', {
    body: { user_id: client.userId!, packageId: 1, userEmail: email },
  })
  expect(payment.status, payment.text).toBe(200)
  const before = await usesOf(client)
  await payAt(payment.body.confirmationURL)
  await until(async () => (await usesOf(client)) > before)

  const bought = await usesOf(client)
  const revealed = await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  expect(revealed.status, revealed.text).toBe(200)
  expect(revealed.body.data.email).toContain('@')
  expect(revealed.body.data.uses).toBe(bought - 1)
  const purchases = await client.call('GET /purchases')
  expect(purchases.body.data.map(({ email: address }) => address)).toEqual([revealed.body.data.email])
}

async function usesOf(client: TestClient): Promise<number> {
  return (await client.call('GET /cookie')).body.data.userInformation.uses
}

/** Pays at the shop's page as its form does. */
async function payAt(url: string): Promise<void> {
  const body = new URLSearchParams({ number: '5555555555554444', expiry: '12/30', csc: '123', action: 'pay' })
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(303)
}
