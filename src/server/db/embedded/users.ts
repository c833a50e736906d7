import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processIdentity } from './process.ts'

/** A server is the only one of its kind on a data folder; tools come and go beside it. */
export type ClusterRole = 'server' | 'tool'

export interface ClusterUser {
  pid: number
  identity: string
  role: ClusterRole
  /** The folder of these notes: in a copy of a data folder they speak of the original. */
  folder: string
  /** Where it expects the database to answer. */
  port: number
}

let written = 0

/** Notes that this process uses the cluster; returns the path of the note. Call under the lock. */
export async function addUser(folder: string, role: ClusterRole, port: number): Promise<string> {
  const user: ClusterUser = {
    pid: process.pid,
    identity: (await processIdentity(process.pid)) ?? '',
    role,
    folder,
    port,
  }
  const path = join(folder, `${process.pid}.${++written}`)
  await writeFile(path, JSON.stringify(user))
  return path
}

/** Who uses the cluster now. Notes of processes that died are removed on the way. Call under the lock. */
export async function listUsers(folder: string): Promise<ClusterUser[]> {
  await mkdir(folder, { recursive: true })
  const living: ClusterUser[] = []
  for (const name of await readdir(folder)) {
    const isNote = /^\d+\.\d+$/.test(name)
    if (!isNote && !name.endsWith('.draft')) continue
    const path = join(folder, name)
    const user = await readNote(path)
    // Notes are written and read under the lock, drafts of the lock are not: an unreadable one may be in the making.
    if (user === undefined && (await processIdentity(draftedBy(name))) !== undefined) continue
    const lives = user !== undefined && (await processIdentity(user.pid)) === user.identity
    if (!lives || (isNote && user.folder !== folder)) await rm(path, { force: true })
    else if (isNote) living.push(user)
  }
  return living
}

/** The process that a draft of the lock is of; 0 for other names. */
function draftedBy(name: string): number {
  return Number(/\.(\d+)\.draft$/.exec(name)?.[1] ?? 0)
}

async function readNote(path: string): Promise<ClusterUser | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ClusterUser
  } catch {
    return undefined
  }
}
