// node scripts/archive.mjs [FOLDER]: builds a release that runs without npm, FOLDER/channelbook-VERSION-linux-ARCH.tar.gz, for
// deploy/systemd/install.sh. It holds Node, and is for this machine's platform.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, main, root, Stop } from './install.mjs'

await main(() => {
  const node = ensureInstalled()
  ensureBuilt(node)
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const name = `channelbook-${version}-${process.platform}-${process.arch}.tar.gz`
  const file = path.resolve(process.argv[2] ?? '.', name)
  const folder = mkdtempSync(path.join(tmpdir(), 'channelbook-archive-'))
  try {
    run(node, [path.join(import.meta.dirname, 'trim.mjs'), folder, '/opt/channelbook/current'])
    cpSync(path.join(root, 'deploy/systemd'), path.join(folder, 'app/deploy/systemd'), { recursive: true })
    run('tar', [
      '--create',
      '--gzip',
      '--file',
      file,
      '--owner=0',
      '--group=0',
      '--directory',
      path.join(folder, 'app'),
      '.',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  process.stdout.write(`${file}\n`)
})

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Stop(`${path.basename(command)} failed${error ? ` (${error.message})` : ''}.`)
}
