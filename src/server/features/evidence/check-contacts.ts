import { emailProblem } from '#shared/rules/email.ts'
import { type Dns, type MailRoute, ResolverUnreachable } from '#server/adapters/dns/dns.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { withSessionLock } from '#server/db/session-lock.ts'
import { type AddressCheck, storeAddressChecks } from '#server/features/catalogue/contacts.sql.ts'
import { holdOffImports } from '#server/features/catalogue/import-lock.sql.ts'
import { domainOf, RESERVED } from '#server/people/mailboxes.ts'
import { type DueAddress, listDueAddresses } from './contact-checks.sql.ts'
import { mailboxProvider } from './describe-mailbox.ts'
import { type MailDomain, readDomains, storeDomains } from './mail-domains.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

const LOCK = 'channelbook contact checks'
const PER_BATCH = 500
/** Concurrent questions. */
const AT_ONCE = 20
/** One of them accepts mail, or what we are shown is not the public DNS: the resolver of a network cut off may deny every name. */
const WITNESSES = ['gmail.com', 'mail.ru', 'outlook.com']

/** What one run does at most. It follows the last one in minutes, and another ends it before the queue takes it for stuck. */
const RUN_LIMITS = { contacts: 20_000, domains: 2_000, ms: 300_000 }

/** How long a result is good before the contact is checked again. */
const AGAIN_MS = {
  ok: 30 * DAY_MS,
  /** A domain may have moved for a day; a second bad answer confirms the first. */
  firstBad: DAY_MS,
  confirmedBad: 7 * DAY_MS,
  cannotTell: DAY_MS,
}
/** How long a result stays while checks have no result any more. */
const KEPT_MS = 60 * DAY_MS

const RESULTS: Readonly<Record<MailRoute['found'], MailDomain['result']>> = {
  mx: 'ok',
  address: 'ok',
  null_mx: 'bad',
  no_domain: 'bad',
  no_mail: 'bad',
  timeout: 'cannot_tell',
  failure: 'cannot_tell',
  refused: 'cannot_tell',
  malformed: 'cannot_tell',
}

const VERIFICATIONS = { ok: 'valid', bad: 'invalid', cannot_tell: 'unknown' } as const

type Checking = Core & Pick<App, 'databases' | 'dns'>

/**
 * Checks addresses of contacts, those never checked first, then the oldest: how the address is written, and whether its domain accepts mail.
 * Mailboxes are never tried. A domain is asked once a day at most. It can be stopped, or started on several servers, at any time:
 * only one works, and the next run does what is missing. Stops without an error while an import is being written.
 * @returns how many were checked
 * @throws ResolverUnreachable when the public DNS cannot be asked; what was checked before is stored
 */
export async function checkContacts(app: Checking, limits = RUN_LIMITS): Promise<number> {
  // A server that dies gives it up.
  return (await withSessionLock(app.databases.direct, LOCK, () => checkDue(app, limits))) ?? 0
}

async function checkDue(app: Checking, limits: typeof RUN_LIMITS): Promise<number> {
  const end = performance.now() + limits.ms
  let [listed, asked, checked] = [0, 0, 0]
  while (listed < limits.contacts && asked < limits.domains && performance.now() < end) {
    const now = app.clock.now()
    const limit = Math.min(PER_BATCH, limits.contacts - listed)
    const due = await listDueAddresses(app.db, { now, limit })
    if (due.length === 0 || !(await holdOffImports(app.db))) break
    listed += due.length
    const batch = await checkBatch(app, due, { now, mostDomains: limits.domains - asked })
    asked += batch.domains
    checked += batch.contacts
    // What is left is being changed by somebody, and would be listed again and again.
    if (batch.contacts === 0 || due.length < limit) break
  }
  if (listed > 0) app.log.info({ contacts: checked, domains: asked }, 'contacts were checked')
  return checked
}

/** @returns how many domains were asked, and how many addresses stored */
async function checkBatch(
  app: Checking,
  due: readonly DueAddress[],
  { now, mostDomains }: { readonly now: Date; readonly mostDomains: number },
) {
  const read = due.map((known) => ({ ...known, domain: readDomain(known.address) }))
  const named = [...new Set(read.flatMap(({ domain }) => domain ?? []))]
  const known = new Map((await readDomains(app.db, named)).map((row) => [row.domain, row]))
  // Contacts of further domains are left to the next run.
  const asking = named.filter((domain) => !isFresh(known.get(domain), now)).slice(0, mostDomains)
  if (asking.some((domain) => !RESERVED.test(domain))) await askWitness(app.dns)
  const answered = [...(await askAll(app.dns, asking))].map(([domain, route]) =>
    noteAnswer(known.get(domain), { domain, route, now }),
  )
  await storeDomains(app.db, answered)
  for (const row of answered) known.set(row.domain, row)
  const checks = read.flatMap(({ address, badSince, domain }) => {
    if (domain === null) return [malformed(address, badSince, now)]
    const row = known.get(domain)
    return isFresh(row, now) ? [checkOf(address, row, now)] : []
  })
  const contacts = await transact(app.db, async (tx) =>
    (await holdOffImports(tx)) ? storeAddressChecks(tx, checks) : 0,
  )
  return { domains: asking.length, contacts }
}

/** The domain of an address; null when mail cannot be addressed like that. */
function readDomain(address: string): string | null {
  return emailProblem(address) === null ? domainOf(address) : null
}

function isFresh(row: MailDomain | undefined, now: Date): row is MailDomain {
  return row !== undefined && now.getTime() - row.askedAt.getTime() < DAY_MS
}

/** @throws ResolverUnreachable when it is not the public DNS that answers */
async function askWitness(dns: Dns): Promise<void> {
  for (const domain of WITNESSES) if (RESULTS[(await dns.mailRoute(domain)).found] === 'ok') return
  throw new ResolverUnreachable()
}

/** @throws ResolverUnreachable */
async function askAll(dns: Dns, domains: readonly string[]): Promise<Map<string, MailRoute>> {
  const routes = new Map<string, MailRoute>()
  const waiting = domains.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const domain of waiting) routes.set(domain, await dns.mailRoute(domain))
    }),
  )
  return routes
}

interface Answered {
  readonly domain: string
  readonly route: MailRoute
  readonly now: Date
}

/** What is known of a domain after an answer. One that tells nothing leaves the earlier result, with its date, for a while. */
function noteAnswer(known: MailDomain | undefined, { domain, route, now }: Answered): MailDomain {
  const result = RESULTS[route.found]
  const isKept =
    result === 'cannot_tell' &&
    known !== undefined &&
    known.result !== 'cannot_tell' &&
    now.getTime() - known.checkedAt.getTime() < KEPT_MS
  if (isKept) return { ...known, askedAt: now }
  const hosts = route.found === 'mx' ? route.hosts : []
  return {
    domain,
    result,
    detail: route.found,
    provider: mailboxProvider(domain, { accepts: result === 'ok', hosts }),
    checkedAt: now,
    askedAt: now,
    badSince: result === 'bad' ? (known?.badSince ?? now) : null,
  }
}

function checkOf(address: string, row: MailDomain, now: Date): AddressCheck {
  const { result, checkedAt, askedAt, badSince } = row
  const isTold = result !== 'cannot_tell' && askedAt.getTime() === checkedAt.getTime()
  const isConfirmed = badSince !== null && checkedAt.getTime() - badSince.getTime() >= DAY_MS
  const wait = !isTold ? 'cannotTell' : result === 'ok' ? 'ok' : isConfirmed ? 'confirmedBad' : 'firstBad'
  const from = wait === 'ok' ? now : askedAt
  return {
    address,
    verification: VERIFICATIONS[result],
    verifiedAt: checkedAt,
    badSince,
    checkAfter: new Date(from.getTime() + AGAIN_MS[wait]),
  }
}

/** An address of a form that no import takes any more. */
function malformed(address: string, badSince: Date | null, now: Date): AddressCheck {
  return {
    address,
    verification: 'invalid',
    verifiedAt: now,
    badSince: badSince ?? now,
    checkAfter: new Date(now.getTime() + AGAIN_MS.ok),
  }
}
