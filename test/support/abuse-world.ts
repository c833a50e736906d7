import { sql } from 'kysely'
import { expect } from 'vitest'
import { sha256 } from '#server/config/secret.ts'
import { transact } from '#server/db/connect.ts'
import { mergeKnownChannels } from '#server/features/catalogue/merge-known-channels.ts'
import { insertCreatorLink } from '#server/features/creators/creators.sql.ts'
import { decideByHand } from '#server/features/evidence/decide-report.ts'
import { suppressAddress } from '#server/features/objections/suppress-address.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import {
  ABUSED_CHANNELS,
  type AbuseModel,
  type Action,
  type Answer,
  type Domain,
  shownTo,
  START,
} from '#test/support/abuse-model.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { logIn, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { usesOf } from '#test/support/ledger-world.ts'
import { OPERATOR } from '#test/support/operator.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { TestClient, WireAnswer } from '#test/support/test-client.ts'

let made = 0
const DOMAINS: Readonly<Record<Domain, string>> = {
  agency: 'agency.ru',
  studio: 'studio.ru',
  free: 'mail.ru',
}

/** Accounts, channels and everything that is done with them, for one walk of the model. */
export async function startAbuse(world: TestApp, model: AbuseModel, earlier: readonly TestChannel[]) {
  const { app, clock } = world
  const channels: TestChannel[] = []
  for (const names of ABUSED_CHANNELS)
    channels.push(await makeChannel(app, { platformId: null, contacts: names.length }))
  const addresses = new Map<string, string>()
  for (const [channel, names] of ABUSED_CHANNELS.entries())
    for (const [place, name] of names.entries()) {
      const own = channels[channel]!.addresses[place]!
      const shared = addresses.get(name)
      if (shared === undefined) addresses.set(name, own)
      else await sql`update contact set address = ${shared} where address = ${own}`.execute(app.db)
    }
  const nameOf = (address: string | null) =>
    [...addresses].find(([, known]) => known === address)?.[0] ?? null
  const channelOf = (channelId: string) => channels.findIndex((channel) => channel.channelId === channelId)

  const people: { readonly id: number; client: TestClient | null; hasLeft: boolean }[] = []
  const links = new Map<string, string>()
  const texts = new Map<number, string>()

  async function signUp(domain: Domain, uses: number): Promise<void> {
    made += 1
    const { id } = await makePerson(app, { email: `person${made}@${DOMAINS[domain]}`, uses })
    people.push({ id, client: null, hasLeft: false })
  }

  async function clientOf(by: number): Promise<TestClient> {
    const person = people[by]!
    return (person.client ??= await logIn(world, { id: person.id, email: '' }))
  }

  /** The addresses that people have read in answers. */
  const told: { readonly by: number; readonly name: string }[] = []
  function read<Data>(by: number, answer: WireAnswer<Data>): WireAnswer<Data> {
    for (const [name, address] of addresses) if (answer.text.includes(address)) told.push({ by, name })
    return answer
  }

  for (const [by, { domain }] of model.people.entries())
    await signUp(domain, START + (by === 0 ? model.earlier.reveals : 0))
  for (const { channelId } of earlier.slice(0, model.earlier.reveals))
    expect((await (await clientOf(0)).call('POST /getemail', { body: { channelId } })).status).toBe(200)

  async function transactionOf(by: number, channel: number): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select transaction_id as id from purchase join reveal on reveal.person_id = purchase.person_id and reveal.id = reveal_id
      where channel_id = ${channels[channel]!.id} order by purchase.person_id = ${people[by]!.id} desc limit 1`.execute(
      app.db,
    )
    return rows[0]?.id ?? 1
  }

  async function reports() {
    return app.db
      .selectFrom('bad_contact_report')
      .innerJoin('contact', 'contact.id', 'contact_id')
      .select(['bad_contact_report.id', 'person_id', 'address', 'kind', 'state', 'reason', 'evidence'])
      .select(['suppressed_at', 'decided_at', 'reveal_id'])
      .where(
        'person_id',
        'in',
        people.map(({ id }) => id),
      )
      .orderBy('bad_contact_report.id')
      .execute()
  }

  function textOf({ number, about, at, says }: Answer): string {
    const known = texts.get(number)
    // The same words, as another program would paste them.
    if (known !== undefined) return known.replaceAll('\n', '\r\n')
    const fixture = {
      gone: 'postfix-source',
      temporary: 'delayed-source',
      policy: 'blocked',
      unclear: 'mail-ru',
    }
    const date = new Date(at).toUTCString()
    const text = bounceOf(addresses.get(about) ?? 'somebody@else.example', fixture[says])
    texts.set(number, text.replaceAll(/\w{3}, 24 Nov 2026 [\d:]+ \+0300(?: \(MSK\))?/g, date))
    return texts.get(number)!
  }

  /** Does an action. @returns the part of the answer that the model predicts */
  async function take(action: Action): Promise<string> {
    switch (action.do) {
      case 'sign up':
        await signUp(action.domain, START)
        return 'done'
      case 'leave':
        await closeAccount(app, OPERATOR, people[action.by]!.id)
        people[action.by]!.hasLeft = true
        return 'done'
      case 'reveal': {
        const client = await clientOf(action.by)
        const body = { channelId: channels[action.channel]!.channelId }
        const answer = read(action.by, await client.call('POST /getemail', { body }))
        if (answer.status !== 200) return `${answer.status} ${answer.body.error?.code}`
        return `200 ${nameOf(answer.body.data.email)} uses ${answer.body.data.uses}`
      }
      case 'report': {
        const { by, channel, kind, answer: handedIn } = action
        const client = await clientOf(by)
        const params = { transactionId: await transactionOf(by, channel) }
        const body = { kind, ...(handedIn !== null && { evidence: textOf(handedIn) }) }
        const send = () => client.call('POST /purchases/{transactionId}/report', { params, body })
        let answer = read(by, await send())
        // Something else came first that changes what the report is about.
        while (answer.body.error?.code === 'unavailable') answer = read(by, await send())
        if (answer.status !== 200) return `${answer.status} ${answer.body.error?.code}`
        const { state, reason, uses } = answer.body.data
        return `200 ${state} ${reason} uses ${uses}`
      }
      case 'look': {
        const client = await clientOf(action.by)
        const params = { channelId: channels[action.channel]!.channelId }
        const { status, body } = read(
          action.by,
          await client.call('GET /channels/{channelId}/evidence', { params }),
        )
        const { hasContact, revealed, reports90d, check, creatorConfirmedAt } = body.data
        if (!hasContact) return `${status} nothing`
        return [
          `${status} ${revealed}`,
          `reports ${reports90d}`,
          check?.result === 'returned' ? 'returned' : 'as checked',
          creatorConfirmedAt === null ? 'not confirmed' : 'confirmed',
        ].join(', ')
      }
      case 'decide': {
        const { id } = (await reports())[action.report]!
        return decideByHand(app, OPERATOR, { reportId: id, isCredited: action.isCredited })
      }
      case 'ask': {
        const address = addresses.get(action.address)!
        const token = `a link of the model ${(made += 1)}`
        const now = clock.now()
        const expires_at = new Date(now.getTime() + 7 * 86_400_000)
        await transact(app.db, (tx) =>
          insertCreatorLink(tx, { token_hash: sha256(token), address, created_at: now, expires_at }),
        )
        links.set(action.address, token)
        return 'done'
      }
      case 'confirm': {
        const body = { token: links.get(action.address) ?? 'none', isRight: true }
        const answer = await world.client().call('PUT /creator', { body })
        return answer.status === 200 ? '200' : `${answer.status} ${answer.body.error?.code}`
      }
      case 'suppress':
        await suppressAddress(app, addresses.get(action.address)!)
        return 'done'
      case 'merge': {
        const [from, into] = [channels[action.from]!, channels[action.into]!]
        const ids = { from: String(from.id), into: String(into.id), isDryRun: false }
        expect(await mergeKnownChannels(app, OPERATOR, ids)).toMatchObject({ intoId: into.id })
        return 'done'
      }
      case 'wait':
        for (const person of people) person.client = null
        return 'done'
    }
  }

  /** Everything that can be seen at the end. */
  async function look(): Promise<Seen> {
    const uses: number[] = []
    const lists: (readonly string[])[] = []
    for (const [by, { id, hasLeft }] of people.entries()) {
      uses.push(await usesOf(app, id))
      if (hasLeft) {
        lists.push([])
        continue
      }
      const client = await clientOf(by)
      const { body } = read(by, await client.call('GET /purchases', { query: { limit: 50 } }))
      const records = body.data.filter(({ channelId }) => channelOf(channelId) >= 0)
      lists.push(
        records
          .map(({ channelId, email, report }) =>
            [channelOf(channelId), nameOf(email), report?.state, report?.reason].join(' '),
          )
          .toSorted(),
      )
    }
    const all = await reports()
    // Of an address whose owner objected, nothing is kept that names it.
    expect(all.filter((report) => report.suppressed_at !== null && report.evidence !== null)).toEqual([])
    return {
      uses,
      lists,
      reports: all
        .map(({ person_id, address, kind, state, reason }) =>
          [people.findIndex(({ id }) => id === person_id), nameOf(address), kind, state, reason].join(' '),
        )
        .toSorted(),
    }
  }

  /** Waits for what calls have put off. */
  async function settled(): Promise<void> {
    const open = async () => {
      const { rows } = await sql`
        select from pgboss.job where state in ('created', 'retry', 'active')
          and name in ('settle_agreed_reports', 'return_objected_uses') limit 1`.execute(app.db)
      return rows.length
    }
    await expect.poll(open, { timeout: 20_000, interval: 5 }).toBe(0)
  }

  /** Checks what no model is needed for: the limit of returns that nobody looked at, and that each use comes back once. */
  async function expectFair(): Promise<void> {
    const { rows } = await sql`
      select report.id from bad_contact_report report
      where person_id = any(${people.map(({ id }) => id)}::integer[])
        and state in ('credited', 'replaced') and reason not in ('operator', 'returned')
        and (select count(*) from bad_contact_report other
          where other.person_id = report.person_id and other.state in ('credited', 'replaced') and other.reason not in ('operator', 'returned')
            and other.decided_at between report.decided_at - interval '30 days' + interval '1 minute' and report.decided_at)
          > greatest(3, (select count(*) / 5 from reveal where reveal.person_id = report.person_id
            and created_at between report.decided_at - interval '30 days' and report.decided_at))
      union all
      select person_id from uses_lot where kind = 'warranty' and person_id = any(${people.map(({ id }) => id)}::integer[])
      group by person_id, reason having count(*) > 1 or max(granted) > 1`.execute(app.db)
    expect(rows).toEqual([])
  }

  /** What somebody new gets of each channel. */
  async function sold(standsFor: readonly number[]): Promise<(string | null)[]> {
    const buyer = await logIn(world, await makePerson(app, { uses: ABUSED_CHANNELS.length }))
    const got: (string | null)[] = []
    for (const channel of standsFor) {
      const body = { channelId: channels[channel]!.channelId }
      const answer = await buyer.call('POST /getemail', { body })
      got.push(answer.status === 200 ? nameOf(answer.body.data.email) : null)
    }
    return got
  }

  return { take, look, sold, told, settled, expectFair }
}

/** What can be seen at the end. */
interface Seen {
  readonly uses: readonly number[]
  /** Of each person: channel, address and last report of each purchase. */
  readonly lists: readonly (readonly string[])[]
  readonly reports: readonly string[]
}

/** The same of the model. */
export function seenIn(model: AbuseModel): Seen {
  return {
    uses: model.people.map(({ uses }) => uses),
    lists: model.people.map(({ isGone }, by) =>
      isGone
        ? []
        : model.reveals
            .flatMap((bought, number) => {
              if (bought.by !== by || bought.channel === null) return []
              const last = model.reports.findLast(({ reveal }) => reveal === number)
              return [
                [bought.channel, shownTo(model, by, bought.channel), last?.state, last?.reason].join(' '),
              ]
            })
            .toSorted(),
    ),
    reports: model.reports
      .map(({ by, contact, kind, state, reason }) =>
        [by, model.contacts[contact]!.address, kind, state, reason].join(' '),
      )
      .toSorted(),
  }
}
