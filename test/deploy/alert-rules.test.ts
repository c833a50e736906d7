import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { canHaveProgram, findProgram } from '#test/support/programs.ts'
import { projectFiles, ROOT } from '#test/support/project-files.ts'

const FOLDER = 'deploy/monitoring'

it.skipIf(!canHaveProgram('promtool'))(
  'promtool accepts the configuration and the rules, and their tests pass',
  async () => {
    const promtool = (await findProgram('promtool', 'prometheus')) ?? 'promtool'
    const cwd = await mkdtemp(path.join(tmpdir(), 'channelbook-monitoring-'))
    await cp(path.join(ROOT, FOLDER), cwd, { recursive: true })
    await writeFile(path.join(cwd, 'metrics-token'), 'a token')
    const run = async (...args: readonly string[]) => {
      const { stdout } = await promisify(execFile)(promtool, args, { cwd })
      return stdout
    }
    expect(await run('check', 'config', 'prometheus.yml')).toContain('SUCCESS: 2 rule files found')
    const tests = projectFiles(FOLDER).filter((file) => file.endsWith('.test.yml'))
    const said = await run('test', 'rules', ...tests.map((file) => path.basename(file)))
    expect(said.match(/SUCCESS/g)).toHaveLength(tests.length)
    const cluster = await promisify(execFile)(promtool, ['test', 'rules', 'test/deploy/ha-alerts.test.yml'], {
      cwd: ROOT,
    })
    expect(cluster.stdout).toContain('SUCCESS')
    await rm(cwd, { recursive: true })
  },
)
