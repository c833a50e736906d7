// npm test: runs what a change can break, on a fresh clone too. npm run test:all adds installations, failures of a cluster,
// benches and long tests. npm test -- --only PART,... runs some parts: checks, unit, database, e2e, long, bench, deploy,
// failover; further arguments go to a single part's runner.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, main, root, Stop } from './install.mjs'
import { bin, runStep, runSteps } from './steps.mjs'
import { CHECKS } from './verify.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {Counts & { names?: string[], failure?: string }} Result  names of what failed, and what the runner said of it
 */

/**
 * Parts in one list run in parallel. Database and browser tests would finish 1 to 2 minutes sooner side by side, but on two
 * cores the browser then sometimes waits longer than its tests do.
 */
const PHASES = [
  ['checks', 'unit'],
  ['build'],
  ['database'],
  ['e2e'],
  ['long'],
  ['bench'],
  ['deploy'],
  ['failover'],
]
/** What a change can break. */
const USUAL = ['checks', 'unit', 'build', 'database', 'e2e']
const NEEDS = {
  checks: ['checks'],
  unit: ['unit'],
  database: ['database'],
  e2e: ['build', 'e2e'],
  long: ['long'],
  bench: ['build', 'bench'],
  deploy: ['build', 'deploy'],
  failover: ['build', 'failover'],
}
const BENCHES = [
  ['search-smoke'],
  ['search', '--channels', '20000', '--seconds', '2'],
  ['lanes', '--channels', '20000', '--clients', '100', '--seconds', '3'],
  ['session', '3', '20'],
  ['reveal', '1000'],
  ['import', '20000'],
  ['statistics', '5000'],
  ['similarity', '--channels', '20000'],
  ['table'],
  ['login-timing', '300'],
]
const FAILURE_LINES = 80
const reports = mkdtempSync(path.join(tmpdir(), 'channelbook-reports-'))

await main(async () => {
  const { only, rest } = readArguments(process.argv.slice(2))
  const node = ensureInstalled({ withDev: true })
  const work = {
    checks: runChecks,
    unit: runVitest,
    database: runVitest,
    build: runBuild,
    e2e: runE2e,
    long: runVitest,
    bench: runBench,
    deploy: runVitest,
    failover: runVitest,
  }
  const begin = performance.now()
  const results = []
  for (const phase of PHASES) {
    const parts = phase.filter((part) => only.includes(part))
    if (parts.length > 0) process.stdout.write(`\n== ${parts.join(' and ')}\n`)
    const runOne = async (part) => {
      const start = performance.now()
      const shown = parts.length > 1 ? `${part.padEnd(8)} ` : ''
      const result = await work[part](node, { part, rest, shown })
      return { part, seconds: (performance.now() - start) / 1000, ...result }
    }
    results.push(...(await Promise.all(parts.map(runOne))))
  }
  rmSync(reports, { recursive: true })
  return report(results, (performance.now() - begin) / 60_000)
})

/** Repeats what failed, then prints a line for each part and a total. @returns the exit code */
function report(results, minutes) {
  const write = (text) => process.stdout.write(`${text}\n`)
  for (const { part, failure } of results)
    if (failure !== undefined) write(`\n== what failed in ${part}\n${failure}`)
  write('')
  for (const { part, names = [] } of results) for (const name of names) write(`FAILED ${part}: ${name}`)
  const counts = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`
  for (const result of results)
    write(`${result.part.padEnd(8)} ${counts(result)} in ${result.seconds.toFixed(1)} s`)
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  write(`total    ${counts(total)} in ${minutes.toFixed(1)} minutes`)
  return total.failed === 0 ? 0 : 1
}

function readArguments(args) {
  if (args.length === 0) return { only: USUAL, rest: [] }
  if (args[0] === '--all') {
    // All runs of the long properties, of which `npm test` makes a tenth.
    process.env['PROPERTY_RUNS'] ??= '1'
    return { only: PHASES.flat(), rest: [] }
  }
  const [option, parts = '', ...rest] = args
  const named = parts.split(',')
  if (option !== '--only' || !named.every((part) => Object.hasOwn(NEEDS, part)))
    throw new Stop(
      `npm test takes --only with ${Object.keys(NEEDS).join(', ')}, or some of them with commas between.`,
    )
  if (rest.length > 0 && named.length > 1) throw new Stop('Arguments for a runner go with a single part.')
  return { only: named.flatMap((part) => NEEDS[part]), rest }
}

async function runChecks(node) {
  const results = await runSteps(node, CHECKS, 2)
  const names = results.filter(({ isOk }) => !isOk).map(({ name }) => name)
  const failure = results.flatMap(({ isOk, output }) => (isOk ? [] : [output.trimEnd()])).join('\n')
  const counts = { passed: results.length - names.length, failed: names.length, skipped: 0 }
  return { ...counts, names, ...(names.length > 0 && { failure }) }
}

async function runVitest(node, { part, rest, shown }) {
  const file = path.join(reports, `${part}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['run', '--project', part, ...reporters, ...rest]
  const { isOk, output } = await runStep(node, { name: part, command: bin('vitest'), args }, shown)
  return { ...readVitest(readReport(file), isOk), ...failureOf(output, isOk, /^⎯+ (Failed|Unhandled)/m) }
}

/** The build itself refuses a landing page above its script budget. */
function runBuild(node) {
  try {
    ensureBuilt(node)
    return { passed: 1, failed: 0, skipped: 0 }
  } catch (error) {
    process.stdout.write(`FAIL ${error.message}\n`)
    return { passed: 0, failed: 1, skipped: 0, names: [error.message] }
  }
}

async function runE2e(node, { rest, shown }) {
  const browser = await runStep(node, {
    name: 'browser',
    command: node,
    args: ['test/support/ensure-browser.ts'],
  })
  if (!browser.isOk) {
    process.stdout.write(browser.output)
    return { passed: 0, failed: 1, skipped: 0, names: ['no browser'] }
  }
  const file = path.join(reports, 'e2e.json')
  const env = { ...JSON.parse(browser.output.trim().split('\n').at(-1)), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const args = ['test', '--reporter=list,json', ...rest]
  const { isOk, output } = await runStep(node, { name: 'e2e', command: bin('playwright'), args, env }, shown)
  return { ...readPlaywright(readReport(file), isOk), ...failureOf(output, isOk, /^ {2}1\) /m) }
}

/** The smoke has bounds; of the others this shows that they still run, at a small size. Their figures need a quiet machine. */
async function runBench(node, { shown }) {
  const results = []
  for (const [name, ...args] of BENCHES) {
    const step = { name, command: node, args: [`bench/${name}.ts`, ...args] }
    results.push({ name, ...(await runStep(node, step, shown)) })
  }
  const failed = results.filter(({ isOk }) => !isOk)
  const names = failed.flatMap(({ name, output }) => {
    const worse = output.split('\n').filter((line) => line.startsWith('WORSE'))
    return worse.length > 0 ? worse : [name]
  })
  const output = failed.map((one) => one.output).join('\n')
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    skipped: 0,
    names,
    ...failureOf(output, failed.length === 0, /^WORSE/m),
  }
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** @returns {Result} */
function readVitest(said, isOk) {
  const skipped = (said?.numPendingTests ?? 0) + (said?.numTodoTests ?? 0)
  const names = (said?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0) return failed.map(({ fullName }) => `${file}: ${fullName}`)
    return status === 'failed' ? [`${file}: it could not be run`] : []
  })
  const counts = { passed: said?.numPassedTests ?? 0, failed: said?.numFailedTests ?? 0, skipped }
  return agree({ ...counts, names }, isOk)
}

/** @returns {Result} */
function readPlaywright(said, isOk) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = said?.stats ?? {}
  const failed = (suite) => [
    ...(suite.specs ?? [])
      .filter((spec) => spec.tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
      .map(({ file, line, title }) => `${file}:${line}: ${title}`),
    ...(suite.suites ?? []).flatMap(failed),
  ]
  const names = (said?.suites ?? []).flatMap(failed)
  // A test that passed only when repeated counts as failed.
  return agree({ passed: expected, failed: unexpected + flaky, skipped, names }, isOk && flaky === 0)
}

/**
 * What a runner reported of its failures, to be repeated at the end: often only the end of a long log is read or kept.
 * @param {RegExp} begin where the runner's report of its failures begins
 * @returns {{ failure?: string }}
 */
function failureOf(output, isOk, begin) {
  if (isOk) return {}
  const plain = stripVTControlCharacters(output)
  const from = plain.search(begin)
  const lines = (from === -1 ? plain : plain.slice(from)).trimEnd().split('\n')
  return { failure: (from === -1 ? lines.slice(-FAILURE_LINES) : lines.slice(0, FAILURE_LINES)).join('\n') }
}

/** A run that broke outside its tests (a file that does not load, an unhandled error) must not look green. */
function agree(result, isOk) {
  if (isOk || result.failed > 0) return result
  return { ...result, failed: 1, names: result.names.length > 0 ? result.names : ['the run itself'] }
}
