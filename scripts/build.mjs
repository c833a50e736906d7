// Builds the web into dist/ when its inputs have changed since the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, main, root, Stop, withNode } from './install.mjs'

const INPUTS = [
  'src/web',
  'src/shared',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
]
const stampFile = path.join(root, 'dist', '.stamp')

/** Builds the web when needed. @param {string} node the Node binary to build with */
export function ensureBuilt(node) {
  const stamp = hashInputs()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  process.stderr.write('Building the web ...\n')
  const code = `const { buildWeb } = await import('./src/web/build/build-web.ts'); await buildWeb()`
  const result = spawnSync(node, ['--input-type=module', '-e', code], {
    cwd: root,
    env: withNode(node),
    stdio: ['ignore', 2, 2],
  })
  if (result.status !== 0) throw new Stop('The web could not be built; the reason is above.')
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
}

/** One hash over names and contents, without tests. */
function hashInputs() {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap(filesOf).toSorted((a, b) => (a < b ? -1 : 1))) {
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
