import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '#test/support/processes.ts'
import type { Run } from './compare-runs.ts'
import { print } from './print-figures.ts'
import { watchProcessors } from './processor-time.ts'
import { copyAsStandby, noteSettings, openFolder, passwordOf, startDatabase } from './scale-databases.ts'
import { type Crowd, type Outcome, startCrowd } from './search-crowd.ts'
import { startServer } from './search-server.ts'

interface Replicas {
  readonly dataDir: string
  readonly texts: readonly string[]
  readonly share: number
  readonly seconds: number
  readonly run: Run
}

const CLIENTS = 8
const ROUNDS = 3

/** The databases share the first processor; the server and the crowd have the last one. */
export async function measureReplicas({ dataDir, texts, share, seconds, run }: Replicas): Promise<void> {
  run.part(`read replicas; each database may use ${share} of one processor`)
  await using folder = await openFolder(dataDir)
  await using stack = new AsyncDisposableStack()
  const primary = { port: await freePort(), password: passwordOf(dataDir) }
  const settings = { wal_level: 'replica', max_wal_senders: 10 }
  await noteSettings(dataDir, settings)
  const copies: string[] = []
  for (const number of [1, 2])
    copies.push(await copyAsStandby(dataDir, path.join(folder.path, `replica-${number}`), primary))
  const main = stack.use(await startDatabase(dataDir, { settings, share, port: primary.port }))
  const urls: string[] = []
  for (const copy of copies)
    urls.push(
      stack.use(await startDatabase(copy, { settings: { ...settings, hot_standby_feedback: 'on' }, share }))
        .url,
    )

  const rounds: Record<number, number[]> = { 0: [], 1: [], 2: [] }
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const count of [0, 1, 2]) {
      process.env['DATABASE_REPLICA_URLS'] = urls.slice(0, count).join(',')
      await using server = await startServer(main.url, true)
      await using crowd = await startCrowd()
      for (const pid of [server.pid, crowd.pid ?? 0, process.pid])
        execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', String(pid)], { stdio: 'ignore' })
      const load = async (time: number) => {
        crowd.send({
          url: server.url,
          texts,
          seconds: time,
          clients: CLIENTS * Math.max(1, count),
        } satisfies Crowd)
        const [outcome] = (await once(crowd, 'message')) as [Outcome]
        return outcome
      }
      await load(seconds / 2)
      const watch = await watchProcessors({
        databases: main.pid,
        server: server.pid,
        crowd: crowd.pid ?? 0,
        bench: process.pid,
      })
      const { perSecond, served, refused, wrong } = await load(seconds)
      const { of } = await watch()
      const causes = Object.keys(wrong)
      if (causes.length > 0) throw new Error(`Searches were answered with ${causes.join(', ')}`)
      rounds[count]?.push(perSecond)
      run.line(`${count} replicas, round ${round}`, {
        perSecond,
        p50: served.p50,
        p99: served.p99,
        refused: refused.count,
        serverCpu: (of['server'] ?? 0) / served.count,
      })
    }
  delete process.env['DATABASE_REPLICA_URLS']
  const middle = (count: number) => rounds[count]?.toSorted((a, b) => a - b)[1] ?? 0
  print(
    `  two replicas serve ${(middle(2) / middle(1)).toFixed(2)} times the searches of one, one ${(middle(1) / middle(0)).toFixed(2)} times those of the primary alone`,
  )
}
