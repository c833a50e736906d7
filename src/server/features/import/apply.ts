import type { ClientBase } from 'pg'
import {
  countChanges,
  findChanges,
  type ImportCounts,
  leaveOutOld,
  matchContacts,
  TOUCHED_CHANNELS,
  writeChannels,
  writeOtherContacts,
} from './apply.sql.ts'
import {
  findKnown,
  foldDuplicates,
  inBatches,
  reportUnknown,
  settleIdentities,
  type UnknownRow,
} from './stage.sql.ts'
import { finishBulkLoad, prepareBulkLoad, WORTHWHILE_ROWS } from '#server/features/catalogue/bulk.sql.ts'
import { addressHash } from '#server/features/catalogue/contacts.sql.ts'
import type { AgeLimits } from '#server/features/catalogue/contact-ages.sql.ts'
import { prepareContacts } from '#server/features/catalogue/imported-contacts.sql.ts'
import type { Platform } from '#server/platforms/platform.ts'
import { mergeChannels } from '#server/features/catalogue/merge-channels.ts'

export type ApplyPhase = 'comparing' | 'writing' | 'indexing'

export interface ApplyOptions {
  readonly platforms: readonly Platform[]
  readonly secret: Buffer
  readonly isDemo: boolean
  /** Null for made-up channels, whose contacts do not age. */
  readonly ages: AgeLimits | null
  /** Counts what would change without writing it. */
  readonly isDryRun: boolean
  /** Called for each row without a name whose channel is not known. */
  readonly onUnknown: (row: UnknownRow) => void
  /** Runs when it is settled what becomes of each row, before anything is written. */
  readonly onSettled?: () => Promise<void>
  /** Told with the number of channels to write, once it is known. */
  readonly onPhase: (phase: ApplyPhase, touched?: number) => void
}

export interface Applied extends ImportCounts {
  /** Distinct addresses withheld because their owners objected. */
  readonly contactsWithheld: number
  /** Contacts left out because nobody has seen them for as long as contacts are kept. */
  readonly contactsTooOld: number
}

/** Writes the staged rows to the catalogue and the search tables, in the caller's transaction. */
export async function applyStaged(
  client: ClientBase,
  { platforms, secret, isDemo, ages, isDryRun, onUnknown, onSettled, onPhase }: ApplyOptions,
): Promise<Applied> {
  onPhase('comparing')
  await leaveOutSources(client)
  const contactsWithheld = await withholdSuppressed(client, secret)
  await settleIdentities(client, platforms)
  await foldDuplicates(client)
  await findKnown(client)
  await reportUnknown(client, onUnknown)
  await findChanges(client)
  await matchContacts(client)
  const contactsTooOld = ages === null ? 0 : await leaveOutOld(client, ages.notKept)
  const counts = await countChanges(client)
  const applied = { ...counts, contactsWithheld, contactsTooOld }
  await onSettled?.()
  if (isDryRun) return applied

  const touched = counts.added + counts.changed
  onPhase('writing', touched)
  if (counts.merged > 0) await mergeTwins(client)
  const restoring = counts.added >= WORTHWHILE_ROWS ? await prepareBulkLoad(client) : []
  const notSold = ages?.notSold ?? null
  await prepareContacts(client)
  await writeChannels(client, { isDemo, notSold })
  await finishBulkLoad(client, restoring)
  await writeOtherContacts(client, notSold)

  onPhase('indexing', touched)
  // Comes first: after a rebuild readers wait for the commit.
  if (counts.added > 10_000) await client.query('analyze channel, contact')
  await client.query(`select search_sync(array(${TOUCHED_CHANNELS}))`)
  return applied
}

/** Removes contacts from the staged rows whose source is switched off. The lock makes switching one wait until the import ends. */
async function leaveOutSources(client: ClientBase): Promise<void> {
  await client.query('lock table switched_off_source in share mode')
  await client.query(
    `update import_row set addresses = null
      where addresses is not null
        and contact_source(source_kind, source_url) in (select source from switched_off_source)`,
  )
}

async function mergeTwins(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ goneId: number; keptId: number }>(
    `select twin_id as "goneId", id as "keptId" from import_known where twin_id is not null order by line`,
  )
  for (const merge of rows) await mergeChannels(client, merge)
}

/**
 * Removes addresses whose owners objected from the staged rows. The lock makes new objections wait until the import ends,
 * so none is missed before the commit.
 *
 * @returns the number of distinct addresses removed
 */
export async function withholdSuppressed(client: ClientBase, secret: Buffer): Promise<number> {
  await client.query('lock table suppression in share mode')
  const { rows } = await client.query<{ hash: string }>(
    `select encode(address_hash, 'base64') as hash from suppression`,
  )
  if (rows.length === 0) return 0
  const objected = new Set(rows.map(({ hash }) => hash))
  const found: string[] = []
  const staged = 'select distinct unnest(addresses) as address from import_row'
  for await (const { address } of inBatches<{ address: string }>(client, staged))
    if (objected.has(addressHash(secret, address).toString('base64'))) found.push(address)
  if (found.length === 0) return 0
  await client.query(
    `update import_row
        set addresses = nullif(array(select a from unnest(addresses) with ordinality x (a, at) where a <> all ($1) order by at), '{}')
      where addresses && $1`,
    [found],
  )
  return found.length
}
