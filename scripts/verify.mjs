// npm run verify: types, lint, format and unit tests. Takes seconds and needs no database.
import { ensureInstalled, main } from './install.mjs'
import { bin, runSteps } from './steps.mjs'

/** What the compiler found out stays for the next run, which then looks at what changed and at what uses it. */
const typesOf = (name) => [
  '-p',
  `tsconfig.${name}.json`,
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${name}.tsbuildinfo`,
]

export const CHECKS = [
  { name: 'types of the server', command: bin('tsc'), args: typesOf('server') },
  { name: 'types of the web', command: bin('tsc'), args: typesOf('web') },
  { name: 'types of what both share', command: bin('tsc'), args: typesOf('shared') },
  { name: 'lint', command: bin('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: bin('biome'), args: ['format', '.'] },
]

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const node = ensureInstalled({ withDev: true })
    const unit = { name: 'unit tests', command: bin('vitest'), args: ['run', '--project', 'unit'] }
    // The slowest first, two at a time: each of these programs uses several threads.
    const results = await runSteps(node, [unit, ...CHECKS], 2)
    return results.every(({ isOk }) => isOk) ? 0 : 1
  })
}
