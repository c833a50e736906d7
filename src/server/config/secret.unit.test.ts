import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appSecret, replaceSecret } from './secret.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'channelbook-secret-'))
})
afterAll(() => rm(folder, { recursive: true }))

const MODULE = new URL('secret.ts', import.meta.url).href

it('is the same for processes that start at once on a new folder, and readable only by their user', async () => {
  const dataDir = path.join(folder, 'new')
  const print = `import { appSecret } from '${MODULE}'
    process.stdout.write(appSecret({ appSecret: null, dataDir: ${JSON.stringify(dataDir)} }).toString())`
  const started = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', print]),
  )
  const secrets = (await Promise.all(started)).map(({ stdout }) => stdout)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(new Set(secrets).size).toBe(1)
  expect(appSecret({ appSecret: null, dataDir }).toString()).toBe(secrets[0])
  expect(await readdir(dataDir)).toEqual(['secret'])
  expect((await stat(path.join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
})

it('is the configured one if that is long enough', () => {
  const secret = 'a secret of thirty-two characters'
  expect(appSecret({ appSecret: secret, dataDir: folder }).toString()).toBe(secret)
  expect(() => appSecret({ appSecret: 'short', dataDir: folder })).toThrow('APP_SECRET')
})

it.each(['', '\n', 'cut short', ' '.repeat(64)])(
  'in the folder as %j is refused, and not replaced',
  async (text) => {
    const dataDir = await mkdtemp(path.join(folder, 'bad-'))
    await writeFile(path.join(dataDir, 'secret'), text)
    expect(() => appSecret({ appSecret: null, dataDir })).toThrow(
      /^\/.*secret is empty or cut short and no secret: /,
    )
    expect(await readFile(path.join(dataDir, 'secret'), 'utf8')).toBe(text)
  },
)

it('is replaced atomically, readable only by its owner', async () => {
  const dataDir = await mkdtemp(path.join(folder, 'replaced-'))
  appSecret({ appSecret: null, dataDir })
  const other = 'another secret of thirty-two characters'
  replaceSecret({ dataDir }, other)
  expect(appSecret({ appSecret: null, dataDir }).toString()).toBe(other)
  expect(await readdir(dataDir)).toEqual(['secret'])
  expect((await stat(path.join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
})
