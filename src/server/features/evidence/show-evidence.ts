import type { DataOf } from '#shared/api/contract.ts'
import { type BuyerGroup, SOURCE_KINDS } from '#shared/rules/evidence.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import {
  type OfferedChannel,
  readOffered,
  type SoldContact,
} from '#server/features/catalogue/known-contacts.sql.ts'
import { domainOf } from '#server/people/mailboxes.ts'
import { Refusal } from '#server/refusal.ts'
import { isRoleAddress, mailboxProvider } from './describe-mailbox.ts'
import { sourceHostOf, isHintedAt, maskAddress } from './mask-contact.ts'

type Evidence = DataOf<'GET /channels/{channelId}/evidence'>

interface Asked {
  readonly channelId: string
  readonly isLoggedIn: boolean
}

/**
 * What is known of the contact that a channel would be sold with. All of it is public and of the catalogue, and none of it
 * depends on the caller's purchases, so a replica may answer.
 * @throws Refusal not_found when there is no such channel, or it is gone
 */
export async function showEvidence(
  app: Core & Pick<App, 'databases'>,
  { channelId, isLoggedIn }: Asked,
): Promise<Evidence> {
  const { demo, clock } = app
  const withDemo = demo !== null
  const offered = await app.databases.readCatalogue(({ db }) =>
    readOffered(db, { channelId, withDemo, now: clock.now() }),
  )
  if (offered === null) throw new Refusal('not_found')
  const { contact } = offered
  return contact === null ? NOTHING : describe(offered, contact, isLoggedIn)
}

const NOTHING: Evidence = {
  hasContact: false,
  sourceKind: null,
  sourceHost: null,
  firstSeenAt: null,
  lastSeenAt: null,
  provider: null,
  isRole: false,
  check: null,
  creatorConfirmedAt: null,
  refuses: [],
  revealed: '0',
  reports90d: 0,
  maskedEmail: null,
}

/** What may be shown of a contact. Beside `isRole`, nothing of it depends on what is before the @. */
function describe(channel: OfferedChannel, contact: SoldContact, isLoggedIn: boolean): Evidence {
  const { address } = contact
  const sourceHost = sourceHostOf(contact.sourceUrl)
  const domain = domainOf(address)
  const shown = [sourceHost, channel.name, channel.handle]
  // Before the domain is checked, its name tells as much.
  const provider = contact.provider ?? mailboxProvider(domain, { accepts: true, hosts: [] })
  return {
    hasContact: true,
    sourceKind: SOURCE_KINDS.find((kind) => kind === contact.sourceKind) ?? 'other',
    sourceHost,
    firstSeenAt: dayOf(contact.firstSeenAt),
    lastSeenAt: dayOf(contact.lastSeenAt),
    provider,
    isRole: provider === 'own domain' && isRoleAddress(address) && !isHintedAt(domain, shown),
    check: checkOf(contact),
    creatorConfirmedAt: contact.confirmedAt === null ? null : dayOf(contact.confirmedAt),
    refuses: [...contact.refuses],
    revealed: groupOf(contact.buyers),
    reports90d: contact.reports,
    maskedEmail: isLoggedIn ? maskAddress(address) : null,
  }
}

function checkOf({ verification, verifiedAt, bouncedAt }: SoldContact): Evidence['check'] {
  // What a buyer says outweighs the domain.
  if (bouncedAt !== null) return { result: 'returned', checkedAt: dayOf(bouncedAt) }
  if (verification === 'unverified' || verifiedAt === null) return null
  const result = verification === 'valid' ? 'ok' : 'cannot_tell'
  return { result, checkedAt: dayOf(verifiedAt) }
}

/**
 * The midnight in UTC of an instant's day. Moments would tell which channels have a domain or an owner in common, because those
 * are checked and confirmed at once, and whose report it was.
 */
function dayOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 10)}T00:00:00.000Z`
}

function groupOf(buyers: number): BuyerGroup {
  if (buyers === 0) return '0'
  return buyers <= 5 ? '1-5' : buyers <= 20 ? '6-20' : '21+'
}
