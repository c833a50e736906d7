import type { Core } from '#server/core.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { listNotices, type Notice } from './notices.sql.ts'

/** Maintenance is on: what changes something waits. */
export class Paused extends Refusal {
  constructor() {
    super('unavailable', { retryAfter: 60 })
  }
}

/** After how long a server knows what was changed through another one. */
const KEPT_MS = 2_000

interface Kept {
  readonly readAt: number
  readonly notices: Promise<readonly Notice[]>
}

const keptOf = new WeakMap<Db, Kept>()

/** What is announced now; at most one query in two seconds, whatever the number of calls. */
export async function readNotices({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<readonly Notice[]> {
  const now = clock.now().getTime()
  let kept = keptOf.get(db)
  if (kept === undefined || now - kept.readAt >= KEPT_MS) {
    kept = { readAt: now, notices: listNotices(db) }
    keptOf.set(db, kept)
    kept.notices.catch(() => keptOf.delete(db))
  }
  const notices = await kept.notices
  return notices.filter(({ endsAt }) => endsAt === null || endsAt.getTime() > now)
}

/** This server has changed them. */
export function forgetNotices({ db }: Pick<Core, 'db'>): void {
  keptOf.delete(db)
}

/** @throws Refusal unavailable: maintenance is on, as far as this server knows */
export async function refuseWhilePaused(app: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const notices = await readNotices(app)
  if (notices.some(({ kind }) => kind === 'maintenance')) throw new Paused()
}
