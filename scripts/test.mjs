// npm test: everything, on a fresh clone too. npm test -- --only unit|database|e2e runs one part; further arguments go to it.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, main, Stop } from './install.mjs'
import { bin, runStep, runSteps } from './steps.mjs'
import { CHECKS } from './verify.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const PARTS = ['checks', 'unit', 'database', 'build', 'e2e']
const FAILURE_LINES = 80
const reports = mkdtempSync(path.join(tmpdir(), 'channelbook-reports-'))

await main(async () => {
  const { only, rest } = readArguments(process.argv.slice(2))
  const node = ensureInstalled({ withDev: true })
  const work = { checks: runChecks, unit: runVitest, database: runVitest, build: runBuild, e2e: runE2e }
  const totals = { passed: 0, failed: 0, skipped: 0 }
  const lines = []
  const failures = []
  for (const part of only ?? PARTS) {
    process.stdout.write(`\n== ${part}\n`)
    const begin = performance.now()
    const { failure, ...counts } = await work[part](node, part, rest)
    if (failure !== undefined) failures.push(`\n== what failed in ${part}\n${failure}\n`)
    for (const key of Object.keys(totals)) totals[key] += counts[key]
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    lines.push(
      `${part.padEnd(9)} ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s`,
    )
  }
  rmSync(reports, { recursive: true })
  process.stdout.write(
    `${failures.join('')}\n${lines.join('\n')}\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`,
  )
  return totals.failed === 0 ? 0 : 1
})

function readArguments(args) {
  if (args[0] !== '--only') {
    if (args.length > 0)
      throw new Stop('npm test takes --only unit, --only database or --only e2e, and nothing else.')
    return { only: undefined, rest: [] }
  }
  const alone = { unit: ['unit'], database: ['database'], e2e: ['build', 'e2e'] }[args[1]]
  if (alone === undefined) throw new Stop('--only takes unit, database or e2e.')
  return { only: alone, rest: args.slice(2) }
}

async function runChecks(node) {
  const results = await runSteps(node, CHECKS, 2)
  const passed = results.filter(({ isOk }) => isOk).length
  return { passed, failed: results.length - passed, skipped: 0 }
}

async function runVitest(node, project, rest) {
  const file = path.join(reports, `${project}.json`)
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...rest,
  ]
  const { isOk, output } = await runStep(node, { name: project, command: bin('vitest'), args }, true)
  return { ...countVitest(readReport(file), isOk), ...failureOf(output, isOk, /^⎯+ (Failed|Unhandled)/m) }
}

/** The build itself refuses a landing page above its budget of script. */
function runBuild(node) {
  try {
    ensureBuilt(node)
    return { passed: 1, failed: 0, skipped: 0 }
  } catch (error) {
    process.stdout.write(`FAIL ${error.message}\n`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

async function runE2e(node, _part, rest) {
  const browser = await runStep(node, {
    name: 'browser',
    command: node,
    args: ['test/support/ensure-browser.ts'],
  })
  if (!browser.isOk) {
    process.stdout.write(browser.output)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const file = path.join(reports, 'e2e.json')
  const env = { ...JSON.parse(browser.output.trim().split('\n').at(-1)), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const args = ['test', '--reporter=list,json', ...rest]
  const { isOk, output } = await runStep(node, { name: 'e2e', command: bin('playwright'), args, env }, true)
  return { ...countPlaywright(readReport(file), isOk), ...failureOf(output, isOk, /^ {2}1\) /m) }
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function countVitest(report, isOk) {
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  return agree({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, skipped }, isOk)
}

function countPlaywright(report, isOk) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  // A test that passed only when repeated is not a test that passes.
  return agree({ passed: expected, failed: unexpected + flaky, skipped }, isOk && flaky === 0)
}

/**
 * What a runner said of its failures, to be said again at the end: a long log is often read, or kept, from its end only.
 *
 * @param {RegExp} begin  where the runner's own account of its failures begins
 * @returns {{ failure?: string }}
 */
function failureOf(output, isOk, begin) {
  if (isOk) return {}
  const from = output.search(begin)
  const lines = (from === -1 ? output : output.slice(from)).trimEnd().split('\n')
  return { failure: (from === -1 ? lines.slice(-FAILURE_LINES) : lines.slice(0, FAILURE_LINES)).join('\n') }
}

/** A run that broke outside its tests (a file that does not load, an unhandled error) must not look green. */
function agree(counts, isOk) {
  return !isOk && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
