// node scripts/build-image.mjs FOLDER: builds the Dockerfile's image with buildah where no registry of images is reached. Its base
// is made of the distribution's packages, this machine's npm and the project's Node. Images are kept in FOLDER alone.
// Needs root, mmdebstrap and buildah. Prints the image's name.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, main, root, Stop } from './install.mjs'

const BASE = 'localhost/channelbook-base'
/** Of the user of build steps. */
const HOME = '/root'
const IMAGE = 'localhost/channelbook'
/** What Node and the shell of build steps load; ca-certificates come from this machine. */
const PACKAGES =
  'base-files,libc6,libstdc++6,libgcc-s1,dash,coreutils,libacl1,libattr1,libgmp10,libselinux1,libpcre2-8-0'

await main(() => {
  const folder = path.resolve(process.argv[2] ?? '')
  if (process.argv[2] === undefined) throw new Stop('Name a folder for the images.')
  const node = ensureInstalled()
  mkdirSync(folder, { recursive: true })
  makeBase(folder, node)
  buildah(folder, [
    'bud',
    '--isolation=chroot',
    // With the other format there is no HEALTHCHECK.
    '--format=docker',
    `--build-arg=BASE=${BASE}`,
    ...npmFiles().map((file) => `--volume=${file}`),
    `--tag=${IMAGE}`,
    root,
  ])
  process.stdout.write(`${IMAGE}\n`)
})

function makeBase(folder, node) {
  const added = path.join(folder, 'added')
  const npm = npmFolder()
  rmSync(added, { recursive: true, force: true })
  mkdirSync(path.join(added, 'usr/local/bin'), { recursive: true })
  cpSync(node, path.join(added, 'usr/local/bin/node'))
  cpSync(npm, path.join(added, 'usr/local/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(added, 'usr/local/bin/npm'))
  const suite = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  const system = path.join(folder, 'base.tar')
  run('mmdebstrap', ['--quiet', '--variant=extract', `--include=${PACKAGES}`, suite, system])
  const container = buildah(folder, ['from', 'scratch'])
  buildah(folder, ['add', '--quiet', container, system, '/'])
  buildah(folder, ['add', '--quiet', container, added, '/'])
  buildah(folder, ['config', '--env=PATH=/usr/local/bin:/usr/bin:/bin', container])
  buildah(folder, ['commit', '--quiet', '--rm', container, BASE])
  rmSync(added, { recursive: true })
  rmSync(system)
}

/** This machine's settings, certificates and cache of npm, as volumes of the build: they are in no layer. */
function npmFiles() {
  const get = (name) => run('npm', ['config', 'get', name])
  const files = [
    [get('userconfig'), `${HOME}/.npmrc`],
    [path.resolve(npmFolder(), '../../../etc/npmrc'), '/usr/local/etc/npmrc'],
    [get('cache'), `${HOME}/.npm`],
    ['/etc/ssl/certs', '/etc/ssl/certs'],
  ]
  return files.filter(([from]) => existsSync(from)).map(([from, to]) => `${from}:${to}`)
}

function npmFolder() {
  return path.resolve(run('sh', ['-c', 'readlink -f "$(command -v npm)"']), '../..')
}

function buildah(folder, args) {
  const store = ['--storage-driver=vfs', `--root=${folder}/store`, `--runroot=${folder}/run`]
  return run('buildah', [...store, ...args])
}

function run(command, args) {
  const { status, error, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  })
  if (error !== undefined) throw new Stop(`${command} cannot be run: ${error.message}`)
  if (status !== 0) throw new Stop(`${command} failed; its reason is above.\n${stdout}`)
  return stdout.trim().split('\n').at(-1) ?? ''
}
