// npm run verify: types, lint, format and unit tests. Takes seconds and needs no database.
import { ensureInstalled, main } from './install.mjs'
import { bin, runSteps } from './steps.mjs'

export const CHECKS = [
  { name: 'types of the server', command: bin('tsc'), args: ['-p', 'tsconfig.server.json'] },
  { name: 'types of the web', command: bin('tsc'), args: ['-p', 'tsconfig.web.json'] },
  { name: 'types of what both share', command: bin('tsc'), args: ['-p', 'tsconfig.shared.json'] },
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
