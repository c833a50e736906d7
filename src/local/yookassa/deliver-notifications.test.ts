import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliverNotifications } from './deliver-notifications.ts'

const BODY = { type: 'notification' }
const log = pino({ level: 'silent' })
const server = createServer((request, response) => {
  request.resume()
  answer(response)
})
let answer: (response: ServerResponse) => void
let url: string

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

test('a notification whose answer breaks off is sent again', async () => {
  const { promise: again, resolve } = Promise.withResolvers<void>()
  let sent = 0
  answer = (response) => {
    sent++
    if (sent === 1) {
      response.writeHead(200, { 'content-length': '10' }).write('half')
      response.socket?.end()
      return
    }
    response.end()
    resolve()
  }
  const deliveries = deliverNotifications({ log, retryMs: 1 })
  await deliveries.deliver({ url, body: BODY, delayMs: 0 })
  await again
  expect(sent).toBe(2)
  deliveries.close()
})
