import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { freeClusterPorts, leftOut } from '#test/support/cluster-programs.ts'
import { bareEnvironment } from '#test/support/processes.ts'
import { ROOT } from '#test/support/project-files.ts'
import { PORTS } from '../../deploy/ha/cluster.ts'
import { fillIn, makeSecrets, TEMPLATES } from '../../deploy/ha/configure.ts'
import { answers } from '../../deploy/ha/program.ts'
import { placesIn } from '#test/support/cluster-places.ts'

const ADDRESSES = ['10.1.0.1', '10.1.0.2', '10.1.0.3']

async function temporaryFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-ha-files-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  return folder
}

function configure(...args: string[]): string {
  const script = path.join(ROOT, 'deploy/ha/configure.ts')
  return execFileSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: bareEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

it.skipIf(leftOut)('the files of three machines are complete, agree, and are never replaced', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = path.join(await temporaryFolder(stack), 'cluster')
  configure(folder, ...ADDRESSES)
  expect((await stat(folder)).mode & 0o077).toBe(0)
  const passwords = new Set<string | undefined>()
  for (const [at, address] of ADDRESSES.entries()) {
    for (const template of TEMPLATES) {
      const file = path.join(folder, `n${at + 1}`, template)
      expect((await stat(file)).mode & 0o077, template).toBe(0)
      const content = await readFile(file, 'utf8')
      expect(content, template).not.toContain('${')
      if (template === 'patroni.yml') expect(content).toContain(`listen: ${address}:5432`)
      if (template === 'channelbook.env') passwords.add(/channelbook:(\w+)@/.exec(content)?.[1])
      if (template === 'userlist.txt') passwords.add(/"(\w+)"\n$/.exec(content)?.[1])
      if (template === 'create-database.sh') passwords.add(/password '(\w+)'/.exec(content)?.[1])
      if (template === 'haproxy.cfg') {
        const checked = path.join(folder, 'checked.cfg')
        // The operator's certificate is not here.
        await writeFile(checked, content.replace(/^.*ssl crt.*\n/m, ''))
        execFileSync('haproxy', ['-c', '-q', '-f', checked], { stdio: 'pipe' })
      }
    }
  }
  expect([...passwords]).toEqual([expect.stringMatching(/^[0-9a-f]{48}$/)])
  expect(() => configure(folder, ...ADDRESSES)).toThrow('its passwords would be replaced')
  expect(() => configure(path.join(folder, 'other'), '10.1.0.1', 'a-name', '10.1.0.3')).toThrow('Usage')
})

it.skipIf(leftOut)('while no server answers, HAProxy refuses as the product does', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await temporaryFolder(stack)
  const first = await freeClusterPorts()
  const names = ['etcd', 'etcdPeer', 'postgres', 'patroni', 'writes', 'reads', 'pooler', 'product'] as const
  const ports = Object.fromEntries(names.map((name, at) => [name, first + at])) as Record<
    (typeof names)[number],
    number
  >
  const web = first + names.length
  const machine = { name: 'n1', host: '127.0.0.1', ports }
  const places = placesIn(folder, `  bind 127.0.0.1:${web}`)
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    fillIn(machine, { machines: [machine], places, secrets: makeSecrets() })['haproxy.cfg'],
  )
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  stack.defer(() => void haproxy.kill('SIGKILL'))
  await expect
    .poll(
      async () => {
        const { status, headers } = await fetch(`http://127.0.0.1:${web}/api/config`)
        return [status, headers.get('retry-after')]
      },
      { timeout: 30_000 },
    )
    .toEqual([503, '5'])
})

it.skipIf(leftOut)(
  'one script starts all of it on loopback, and a signal ends it, also a second time',
  async () => {
    await using stack = new AsyncDisposableStack()
    const folder = await temporaryFolder(stack)
    const port = await freeClusterPorts()
    for (const time of ['first', 'second']) {
      const child = spawn(
        process.execPath,
        [path.join(ROOT, 'deploy/ha/start.ts'), path.join(folder, 'cluster'), String(port)],
        { env: bareEnvironment, stdio: ['ignore', 'pipe', 'inherit'] },
      )
      stack.defer(() => void child.kill('SIGKILL'))
      const exited = once(child, 'exit')
      const ready = Promise.withResolvers<void>()
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        said += part
        if (/sync_standby/.test(said)) ready.resolve()
      })
      await Promise.race([ready.promise, exited.then(() => Promise.reject(new Error(`${time}: ${said}`)))])
      const url = /ready at (\S+)/.exec(said)?.[1]
      expect((await fetch(`${url}/api/ready`)).status).toBe(200)
      child.kill('SIGTERM')
      expect((await exited)[0]).toBe(0)
      await expect
        .poll(() => Promise.all(Array.from({ length: PORTS }, (_, at) => answers(port + at))), {
          timeout: 30_000,
        })
        .not.toContain(true)
    }
  },
)
