import { moscowDate } from '#server/clock.ts'
import { sealer } from '#server/config/secret.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { PATHS } from '#shared/paths.ts'
import { countNew, goOnWithout } from './count-new.ts'
import { type Found, digestEmail } from './digest.mails.ts'
import {
  claimDigest,
  type DueSearch,
  findNew,
  listDue,
  markMailed,
  nameChannels,
  stopMails,
} from './saved-searches.sql.ts'

/** How many channels of a search an email names. */
const NAMED = 3

/**
 * Mails everybody what is new in the searches that they saved, one email for all of a holder's: only channels that were neither in an
 * earlier email nor opened since. A run that was interrupted, or one of another server, mails only those who got nothing that day.
 */
export async function mailNew(app: Core): Promise<void> {
  await countNew(app)
  const today = moscowDate(app.clock.now())
  const due = await listDue(app.db, today)
  const byReader = Map.groupBy(due, ({ holderId, personId }) => `${holderId} ${personId}`)
  for (const searches of byReader.values())
    await goOnWithout(app, 'a digest could not be mailed; it is tried again the next day', () =>
      mailReader(app, searches, today),
    )
}

async function mailReader(app: Core, searches: readonly DueSearch[], today: string): Promise<void> {
  const { db, platforms, demo, config } = app
  const found: (Found & { readonly search: DueSearch })[] = []
  for (const search of searches) {
    await goOnWithout(
      app,
      `saved search ${search.id} could not be mailed; it is tried again the next day`,
      async () => {
        const ids = await findNew(db, search.query, { ...search, platforms, withDemo: demo !== null })
        if (ids.length === 0) return
        const channels = await nameChannels(db, ids.slice(0, NAMED))
        found.push({ search, id: search.id, name: search.name, count: ids.length, channels })
      },
    )
  }
  const [first] = found
  if (first === undefined) return
  const { holderId, personId } = first.search
  await transact(db, async (tx) => {
    const reader = await claimDigest(tx, { holderId, personId, today })
    if (reader === null) return
    const all = found.map(({ search }) => search)
    const mailed = await markMailed(tx, all, today)
    const told = found.filter(({ id }) => mailed.has(id))
    if (told.length === 0) return
    const token = digestSeal(app).close(`${holderId} ${personId}`)
    const stopUrl = `${config.publicUrl}${PATHS.stopdigest}?token=${encodeURIComponent(token)}`
    const email = digestEmail(reader.language, told, {
      stopUrl,
      publicUrl: config.publicUrl,
      teamId: holderId === personId ? null : holderId,
    })
    await queueEmail(tx, app, reader.email, { ...email, stopUrl })
  })
}

/**
 * Stops the digests of one holder's searches to their reader, as the link of one of them asks. Again: nothing more happens.
 * @throws Refusal wrong_token
 */
export async function stopDigest(app: Core, token: string): Promise<void> {
  await stopMails(app.db, readToken(app, token))
}

function readToken(app: Core, token: string) {
  try {
    const [holderId = 0, personId = 0] = digestSeal(app).open(token).split(' ').map(Number)
    return { holderId, personId }
  } catch {
    throw new Refusal('wrong_token')
  }
}

/**
 * The links never expire: an old email must stop the digests too (RFC 8058), its link does nothing else, and its reader can
 * start them again.
 */
const digestSeal = ({ secret }: Core) => sealer(secret, 'stop digest')
