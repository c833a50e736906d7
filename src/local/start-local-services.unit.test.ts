import { pino } from 'pino'
import { describe, expect, it, test } from 'vitest'
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

describe('a stand-in for the DNS', () => {
  it.each([
    ['runs beside the demo', {}, [expect.stringMatching(/^127\.0\.0\.1:\d+$/)]],
    [
      'does not run where resolvers are set',
      { DNS_SERVERS: '192.0.2.1, [2001:db8::1]:5300' },
      ['192.0.2.1', '[2001:db8::1]:5300'],
    ],
    ['does not run beside a shop, where the system’s resolver is asked', SERVICES, []],
  ] as const)('%s', async (_, settings, servers) => {
    const services = await start({ ...SERVICES, YOOKASSA_SHOP_ID: '', YOOKASSA_SECRET_KEY: '', ...settings })
    expect(services.dnsServers).toEqual(servers)
    await services.close()
  })

  it('is not asked for by a wrong DNS_SERVERS: the start is refused', () => {
    expect(() => readConfig({ DNS_SERVERS: 'dns.example' })).toThrow('DNS_SERVERS must be IP addresses')
  })
})

function start(env: Readonly<Record<string, string>>) {
  const url = 'http://127.0.0.1:1'
  const options = { databaseUrl: '', url, productUrl: () => url, clock: systemClock }
  return startLocalServices({ ...options, log: pino({ level: 'silent' }), config: readConfig(env) })
}
