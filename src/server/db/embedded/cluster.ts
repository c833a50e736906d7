import { randomBytes, randomUUID } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { giveFolder, type Launcher, type Programs, runProgram } from './account.ts'

/** Everything that is fixed for one cluster: where it lives, its programs, how they are run, its password. */
export interface Cluster {
  folder: string
  logFile: string
  programs: Programs
  launcher: Launcher
  password: string
}

export const SUPERUSER = 'postgres'

/** How to connect to the cluster's own database as superuser. */
export function addressOf(cluster: Cluster, port: number) {
  return { host: '127.0.0.1', port, user: SUPERUSER, password: cluster.password, database: 'postgres' }
}

/** Reads the cluster's password, making one at the first start. The file is for this user's eyes only. */
export async function readPassword(file: string): Promise<string> {
  const written = await readFile(file, 'utf8').catch(() => '')
  if (written !== '') return written
  const password = randomBytes(32).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  return password
}

/** Makes the cluster's folder when there is none. A run that is cut short leaves nothing that looks like a cluster. */
export async function createCluster(cluster: Cluster): Promise<void> {
  const { folder, launcher } = cluster
  await removeDrafts(folder)
  // Each run has a name of its own: the initdb of a killed one may still be writing to its draft.
  const draft = `${folder}.new-${randomUUID()}`
  const passwordFile = `${folder}.initdb-password`
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, cluster.password, { mode: 0o600 })
  if (launcher.account !== undefined) {
    await chown(draft, launcher.account.uid, launcher.account.gid)
    await chown(passwordFile, launcher.account.uid, launcher.account.gid)
  }
  try {
    await runProgram(launcher, cluster.programs.initdb, initdbArguments(draft, passwordFile), draft)
  } catch (error) {
    throw new Error(
      `PostgreSQL could not prepare ${folder}: ${lastLine(String((error as { stderr?: string }).stderr))}`,
      {
        cause: error,
      },
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, folder)
}

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue
    await rm(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 2 }).catch(
      () => undefined,
    )
  }
}

function initdbArguments(folder: string, passwordFile: string): string[] {
  // macOS got a C.UTF-8 only lately; any UTF-8 LC_CTYPE will do, for order comes from the builtin provider.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  return [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
    '--no-instructions',
  ]
}

/** Makes the cluster's files belong to whom PostgreSQL runs as, for instance after they were copied by root. */
export async function takeOver(cluster: Cluster): Promise<void> {
  const { account } = cluster.launcher
  if (account !== undefined && (await stat(cluster.folder)).uid !== account.uid)
    await giveFolder(cluster.folder, account)
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
