import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { startLocalServices } from './start-local-services.ts'

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
])('where others can reach it, a start is refused because %s', async (reason, settings) => {
  const options = { databaseUrl: '', clock: systemClock, log: pino({ level: 'silent' }) }
  const start = startLocalServices({ ...options, config: readConfig({ ...OUTSIDE, ...settings }) })
  await expect(start).rejects.toThrow(`${reason}: local stand-ins start only when`)
})
