// npm run verify: types, lint, format and unit tests. Takes seconds and needs no database. Rules that need types look at
// changed files alone, since all files take longer than everything else together; npm test looks at all of them.
import { execFileSync } from 'node:child_process'
import { ensureInstalled, main, root } from './install.mjs'
import { bin, runSteps } from './steps.mjs'

/** What the compiler found out stays for the next run, which then looks at what changed and at what uses it. */
const typesOf = (name) => [
  '-p',
  `tsconfig.${name}.json`,
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${name}.tsbuildinfo`,
]

const lint = (name, args) => ({ name, command: bin('oxlint'), args: ['--deny-warnings', ...args] })

const QUICK_CHECKS = [
  { name: 'types of the server', command: bin('tsc'), args: typesOf('server') },
  { name: 'types of the web', command: bin('tsc'), args: typesOf('web') },
  { name: 'types of what both share', command: bin('tsc'), args: typesOf('shared') },
  { name: 'format', command: bin('biome'), args: ['format', '.'] },
]
/** The slowest first. */
export const CHECKS = [lint('lint', ['--type-aware']), ...QUICK_CHECKS]

/** The source files that differ from the last commit. */
function changedFiles() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const files = [
    git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    git('ls-files', '--others', '--exclude-standard'),
  ]
  return files.flatMap((list) => list.split('\n')).filter((file) => /\.(?:tsx?|mjs)$/.test(file))
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const node = ensureInstalled({ withDev: true })
    const unit = { name: 'unit tests', command: bin('vitest'), args: ['run', '--project', 'unit'] }
    const changed = changedFiles()
    const typed = changed.length === 0 ? [] : [lint('lint with types', ['--type-aware', ...changed])]
    // The slowest first, two at a time: each of these programs uses several threads.
    const results = await runSteps(node, [unit, ...typed, lint('lint', []), ...QUICK_CHECKS], 2)
    return results.every(({ isOk }) => isOk) ? 0 : 1
  })
}
