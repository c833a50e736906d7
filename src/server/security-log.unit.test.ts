import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { TestClock } from '#test/support/test-clock.ts'
import { openSecurityLog, securityNames } from './security-log.ts'
import { ConfigError } from './config/settings.ts'

const secret = Buffer.from('a secret of tests, long enough to be one')

function open(options: { readonly file: string | null; readonly lines?: string[]; readonly level?: string }) {
  const destination = { write: (line: string) => void options.lines?.push(line) }
  const log = pino({ level: options.level ?? 'warn' }, destination)
  return openSecurityLog({
    config: { securityLogFile: options.file },
    clock: new TestClock(),
    secret,
    log,
  })
}

it('events go to the ordinary log, marked, whatever LOG_LEVEL says, and name nobody', () => {
  const lines: string[] = []
  const log = open({ file: null, lines })
  log.record('login_failed', { email: 'anna@example.com', network: '192.0.2.1' }, 'password')
  const { person, address } = securityNames(secret, { id: 17, email: 'anna@example.com' })
  log.record('reset_done', { personId: 17 })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { log: 'security', at: '2026-03-10T09:00:00.000Z', event: 'login_failed', what: 'password', address },
    { log: 'security', event: 'reset_done', person },
  ])
  expect(lines.join('')).not.toMatch(/anna|192\.0\.2/)
})

it('a silent log has no events', () => {
  const lines: string[] = []
  open({ file: null, lines, level: 'silent' }).record('reset_done', { personId: 17 })
  expect(lines).toEqual([])
})

it('with a file set, events are appended to it instead, and only its owner can read it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'channelbook-security-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'logs', 'security.log')
  const lines: string[] = []
  for (const personId of [1, 2]) {
    const log = open({ file, lines })
    log.record('exported', { personId })
    log.close()
  }
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(lines).toEqual([])
  expect(() => open({ file: folder })).toThrow(ConfigError)
})
