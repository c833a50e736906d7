// node scripts/release.ts VERSION: makes a release of what is committed on main: the version, its part of CHANGELOG.md, a commit
// and a tag. It pushes nothing. The tag, once pushed, starts .github/workflows/release.yml, which uses the other two:
// node scripts/release.ts --notes: prints the changelog of this version. --openapi: prints the description of the API.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { openApiDocument } from '#server/http/reference/openapi.ts'
import { readLimits } from '#server/limits/rate-limiter.ts'

const root = path.resolve(import.meta.dirname, '..')
const PENDING = '## Pending\n'
const LOG = 'CHANGELOG.md'
const MANIFESTS = ['package.json', 'package-lock.json']

/** The numbers of a version, which has three and nothing else. */
function numbersOf(version: string): readonly number[] {
  const parts = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version)
  if (parts === null) throw new Error(`${version} is no version like 1.2.3.`)
  return parts.slice(1).map(Number)
}

/** Whether a version is one step above another: a patch, a minor or a major one. */
export function isNext(version: string, before: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersOf(before)
  // Also says so when the version is none.
  numbersOf(version)
  return [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`].includes(version)
}

/** The changelog with what is pending as a version of its own. @throws Error when nothing is pending */
export function withRelease(changelog: string, version: string, day: string): string {
  const [before, after] = changelog.split(PENDING)
  if (before === undefined || after === undefined || /^\s*(## |$)/.test(after))
    throw new Error('CHANGELOG.md has nothing under "Pending".')
  return `${before}${PENDING}\n## ${version}, ${day}\n${after}`
}

/** The part of a changelog that tells of a version. @throws Error when there is none */
export function notesOf(changelog: string, version: string): string {
  const part = changelog.split(/^(?=## )/m).find((text) => text.startsWith(`## ${version}, `))
  if (part === undefined) throw new Error(`CHANGELOG.md does not tell of ${version}.`)
  return part.slice(part.indexOf('\n')).trim()
}

function versionOf(text: string): string {
  return (JSON.parse(text) as { readonly version: string }).version
}

/** Makes a release of what is committed in a checkout. @throws Error with one sentence, and changes nothing, when it may not be made */
export function makeRelease(version: string, checkout: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim()
  const before = versionOf(read('package.json', checkout))
  if (!isNext(version, before)) throw new Error(`${version} does not follow ${before}.`)
  if (git('status', '--porcelain') !== '') throw new Error('Something is not committed.')
  if (git('branch', '--show-current') !== 'main') throw new Error('Releases are made of main.')
  const day = new Date().toISOString().slice(0, 10)
  const changelog = withRelease(read(LOG, checkout), version, day)
  for (const name of MANIFESTS) {
    const manifest = read(name, checkout)
    // The version of the project comes first in both; the lock has it twice.
    const count = name === 'package.json' ? 1 : 2
    let changed = manifest
    for (let at = 0; at < count; at += 1)
      changed = changed.replace(`"version": "${before}"`, `"version": "${version}"`)
    writeFileSync(path.join(checkout, name), changed)
  }
  writeFileSync(path.join(checkout, LOG), changelog)
  git('commit', '--quiet', '--message', `Release ${version}`, '--', LOG, ...MANIFESTS)
  // Headings of the notes are no comments.
  git('tag', '--annotate', '--cleanup=whitespace', `v${version}`, '--message', notesOf(changelog, version))
  process.stdout.write(`v${version} is made; git push --follow-tags publishes it.\n`)
}

function read(name: string, checkout = root): string {
  return readFileSync(path.join(checkout, name), 'utf8')
}

function run(what: string | undefined): void {
  if (what === '--notes') process.stdout.write(`${notesOf(read(LOG), versionOf(read('package.json')))}\n`)
  else if (what === '--openapi')
    process.stdout.write(`${JSON.stringify(openApiDocument(readLimits(readConfig({}))), null, 2)}\n`)
  else if (what === undefined) throw new Error('Name the version: node scripts/release.ts 1.2.3')
  else makeRelease(what, root)
}

if (import.meta.main)
  try {
    run(process.argv[2])
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
