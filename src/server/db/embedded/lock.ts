import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { processIdentity } from './process.ts'

interface Holder {
  pid: number
  identity: string
  token: string
}

/**
 * Holds the lock file `path` while `work` runs: between processes and within one. A lock whose holder died is taken over.
 * Rejects with one sentence when it is still held after `patienceMs`.
 */
export async function withFileLock<T>(path: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const release = await acquire(path, Date.now() + patienceMs)
  try {
    return await work()
  } finally {
    await release()
  }
}

async function acquire(path: string, deadline: number): Promise<() => Promise<void>> {
  const own: Holder = {
    pid: process.pid,
    identity: (await processIdentity(process.pid)) ?? '',
    token: randomUUID(),
  }
  const draft = `${path}.${own.token}.${own.pid}.draft`
  await writeFile(draft, JSON.stringify(own), { mode: 0o644 })
  try {
    for (;;) {
      // A link appears whole or not at all, so nobody ever reads a half-written lock.
      const isOurs = await link(draft, path).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false
          throw error
        },
      )
      if (isOurs) return () => rm(path, { force: true })
      const holder = await readHolder(path)
      if (holder !== undefined && (await processIdentity(holder.pid)) !== holder.identity) {
        await breakLock(path, holder, deadline)
        continue
      }
      if (Date.now() > deadline) {
        throw new Error(
          `Process ${holder?.pid ?? 'unknown'} has held ${path} for too long; try again later, or end it.`,
        )
      }
      await pause(10)
    }
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Removes the lock of a dead holder. The right to remove it is a lock of its own, named after that one holding, and the
 * content is read again under it: so a slow process can never remove the lock that somebody took in the meantime.
 */
async function breakLock(path: string, dead: Holder, deadline: number): Promise<void> {
  const release = await acquire(`${path}.${dead.token}`, deadline)
  try {
    if ((await readHolder(path))?.token === dead.token) await rm(path, { force: true })
  } finally {
    await release()
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Holder
  } catch {
    // A power cut can leave an empty file; no living holder does.
    return { pid: 0, identity: '', token: 'unreadable' }
  }
}
