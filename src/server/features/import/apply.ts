import type { ClientBase } from 'pg'
import {
  countChanges,
  findChanges,
  type ImportCounts,
  matchContacts,
  TOUCHED_CHANNELS,
  writeChannels,
  writeOtherContacts,
} from './apply.sql.ts'
import { findKnown, foldDuplicates, settleIdentities, tellUnknown, type UnknownRow } from './stage.sql.ts'
import { putBackIndexes, takeDownIndexes, WORTHWHILE_ROWS } from '#server/features/catalogue/bulk.sql.ts'
import { withholdSuppressed } from './suppression.ts'
import { mergeChannels } from '#server/features/catalogue/merge-channels.ts'

export type ApplyPhase = 'comparing' | 'writing' | 'indexing'

export interface ApplyOptions {
  readonly secret: Buffer
  readonly isDemo: boolean
  /** Only finds out what would change. */
  readonly isDryRun: boolean
  /** Told of each row without a name whose channel is not known. */
  readonly onUnknown: (row: UnknownRow) => void
  readonly onPhase: (phase: ApplyPhase) => void
}

export interface Applied extends ImportCounts {
  /** Rows without a name whose channel is not known. */
  readonly unknown: number
  /** Addresses of people who objected. */
  readonly contactsWithheld: number
}

/** Brings the staged rows into the catalogue and the search structures, inside the caller's transaction. */
export async function applyStaged(
  client: ClientBase,
  { secret, isDemo, isDryRun, onUnknown, onPhase }: ApplyOptions,
): Promise<Applied> {
  onPhase('comparing')
  const contactsWithheld = await withholdSuppressed(client, secret)
  await settleIdentities(client)
  await foldDuplicates(client)
  await findKnown(client)
  const unknown = await tellUnknown(client, onUnknown)
  await findChanges(client)
  await matchContacts(client)
  const counts = await countChanges(client)
  const applied = { ...counts, unknown, contactsWithheld }
  if (isDryRun) return applied

  onPhase('writing')
  if (counts.merged > 0) await mergeTwins(client)
  const taken = counts.added >= WORTHWHILE_ROWS ? await takeDownIndexes(client) : []
  await writeChannels(client, { isDemo })
  await putBackIndexes(client, taken)
  await writeOtherContacts(client)

  onPhase('indexing')
  await client.query(`select search_sync(array(${TOUCHED_CHANNELS}))`)
  if (counts.added > 10_000) await client.query('analyze channel, contact')
  return applied
}

async function mergeTwins(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ goneId: number; keptId: number }>(
    `select twin_id as "goneId", id as "keptId" from import_known where twin_id is not null order by line`,
  )
  for (const merge of rows) await mergeChannels(client, merge)
}
