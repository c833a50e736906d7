import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const PUBLIC = {
  DEMO: 'true',
  PUBLIC_URL: 'https://demo.channelbook.example',
  DATABASE_URL: 'postgres://db/demo',
}

it('a demonstration fills any empty catalogue', () => {
  expect(readConfig(PUBLIC)).toMatchObject({ demo: true, seedDemo: true })
  expect(readConfig({ ...PUBLIC, SEED_DEMO: 'false' }).seedDemo).toBe(true)
  expect(readConfig({ DATABASE_URL: PUBLIC.DATABASE_URL })).toMatchObject({ demo: false, seedDemo: false })
})

it.each([
  ['SMTP_URL', 'smtp://mail.example'],
  ['YOOKASSA_SHOP_ID', '123'],
  ['YOUTUBE_API_KEY', 'key'],
  ['YOUTUBE_URL', 'https://youtube.example'],
  ['GOOGLE_SIGN_IN', 'google'],
  ['OIDC_ISSUER', 'https://id.example'],
  ['CAPTCHA', 'turnstile'],
  ['DNS_SERVERS', '192.0.2.1'],
])('and calls no outside service: %s is refused', (name, value) => {
  expect(() => readConfig({ ...PUBLIC, [name]: value })).toThrow(
    `DEMO=true calls no outside service: unset ${name}`,
  )
})
