// Builds the web and the documentation into dist/, each when its inputs have changed since its last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, main, root, Stop, withNode } from './install.mjs'

/** What is built, from what, and what builds it. */
const PARTS = [
  {
    name: 'web',
    inputs: [
      'src/web',
      'src/shared',
      'index.html',
      'vite.config.ts',
      'package-lock.json',
      'tsconfig.base.json',
    ],
    code: `import('./src/web/build/build-web.ts').then(({ buildWeb }) => buildWeb())`,
  },
  {
    name: 'docs',
    inputs: [
      'docs',
      'src/docs',
      'src/shared',
      'src/server/http/reference',
      'src/web/kit/styles',
      'src/web/build/compress-files.ts',
      ...readdirSync(root).filter((name) => name.endsWith('.md')),
      'package-lock.json',
    ],
    code: `import('./src/docs/build-docs.ts').then(({ buildDocs }) => buildDocs())`,
  },
]

/**
 * Builds the web and the documentation, each when needed.
 * @param {string} node the Node binary to build with
 * @param {string[]} [wanted] only these parts
 */
export function ensureBuilt(node, wanted = PARTS.map(({ name }) => name)) {
  const parts = PARTS.filter(({ name }) => wanted.includes(name))
  const outdated = parts
    .map((part) => ({ ...part, stamp: hashOf(part.inputs) }))
    .filter(({ name, stamp }) => !existsSync(stampOf(name)) || readFileSync(stampOf(name), 'utf8') !== stamp)
  if (outdated.length === 0) return
  const names = outdated.map(({ name }) => name).join(' and the ')
  process.stderr.write(`Building the ${names} ...\n`)
  const code = `await Promise.all([${outdated.map((part) => part.code).join(', ')}])`
  const result = spawnSync(node, ['--input-type=module', '-e', code], {
    cwd: root,
    env: withNode(node),
    stdio: ['ignore', 2, 2],
  })
  if (result.status !== 0) throw new Stop(`The ${names} could not be built; the reason is above.`)
  for (const { name, stamp } of outdated) {
    mkdirSync(path.dirname(stampOf(name)), { recursive: true })
    writeFileSync(stampOf(name), stamp)
  }
}

const stampOf = (name) => path.join(root, 'dist', `.stamp-${name}`)

/** One hash over names and contents, without tests. */
function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf).toSorted((a, b) => (a < b ? -1 : 1))) {
    if (file.endsWith('.test.ts')) continue
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(input) {
  const full = path.join(root, input)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [input]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

if (process.argv[1] === import.meta.filename) await main(() => ensureBuilt(ensureInstalled()))
