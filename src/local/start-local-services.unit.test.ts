import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config/config.ts'
import { checkLocalServices, startLocalServices } from './start-local-services.ts'

const OUTSIDE = { HOST: '0.0.0.0', PUBLIC_URL: 'https://channelbook.example' }
const SERVICES = {
  SMTP_URL: 'smtp://mail.example:25',
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET_KEY: 'secret',
  YOUTUBE_API_KEY: 'key',
}

test.each([
  ['SMTP_URL is not set', { ...SERVICES, SMTP_URL: '' }],
  ['YOOKASSA_SHOP_ID is not set', { ...SERVICES, YOOKASSA_SHOP_ID: '' }],
  ['YOUTUBE_API_KEY is not set', { ...SERVICES, YOUTUBE_API_KEY: '' }],
  ['GOOGLE_SIGN_IN is local', { ...SERVICES, GOOGLE_SIGN_IN: 'local' }],
])('a start that others could reach is refused because %s', async (reason, settings) => {
  await expect(start({ ...OUTSIDE, ...settings })).rejects.toThrow(
    `${reason}: local stand-ins start only when HOST and PUBLIC_URL are loopback addresses, or with`,
  )
})

const SHOP = {
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET_KEY: 'secret',
  YOOKASSA_URL: 'https://api.yookassa.example/v3',
}

test.each([
  [{ TRUST_PROXY: '2' }, 'only without proxies in front, and TRUST_PROXY is 2'],
  [SHOP, 'not beside a real shop, and YOOKASSA_SHOP_ID is set'],
])('on this machine, %j refuses the first stand-in', async (settings, obstacle) => {
  const sentence = `SMTP_URL is not set: local stand-ins start ${obstacle}, or with ALLOW_LOCAL_SERVICES=true.`
  await expect(start(settings)).rejects.toThrow(sentence)
  const config = readConfig({ ...settings, ALLOW_LOCAL_SERVICES: 'true' })
  expect(checkLocalServices(config)).toContain('SMTP_URL is not set')
})

test('with only real services, no start is refused', () => {
  expect(checkLocalServices(readConfig({ ...OUTSIDE, ...SERVICES, TRUST_PROXY: '2' }))).toEqual([])
})

function start(env: Readonly<Record<string, string>>) {
  const url = 'http://127.0.0.1:1'
  const options = { databaseUrl: '', url, productUrl: () => url, clock: systemClock }
  return startLocalServices({ ...options, log: pino({ level: 'silent' }), config: readConfig(env) })
}
