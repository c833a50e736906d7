import { expect, test } from 'vitest'
import type { CommandKey } from '#shared/api/commands.ts'
import { MEMBERS_MAX, TEAMS_MAX } from '#shared/rules/teams.ts'
import { Refusal } from '#server/refusal.ts'
import { runCommand } from '#server/run-command.ts'
import type { TestClient } from '#test/support/test-client.ts'
import {
  forTeam,
  give,
  logIn,
  makeChannel,
  makeChannels,
  makePerson,
  makeTeam,
  type TestPerson,
} from '#test/support/factories.ts'
import { expectSoundLedger, untilBlocked, usesOf } from '#test/support/ledger-world.ts'
import { sendTogether } from '#test/support/send-together.ts'
import { waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { teamsData } from './teams-data.sql.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

const person = (username = 'Anna', uses = 0) => makePerson(world.app, { username, uses })
const enter = (who: TestPerson) => logIn(world, who)
const enterTeam = async (who: TestPerson, teamId: number) => forTeam(await enter(who), teamId)
const codeOf = ({ body }: { readonly body: { readonly error: { readonly code: string } | null } }) =>
  body.error?.code ?? 'done'
const reveal = (client: TestClient, channelId: string) =>
  client.call('POST /getemail', { body: { channelId } })

/** The token of the link in the newest of several emails to somebody. */
async function linkTo({ email }: TestPerson, emails = 1): Promise<string> {
  const received = await waitForMails(world, email, emails)
  return /token=([\w-]+)/.exec(received[0]!.text)![1]!
}

async function teamOf(...roles: ('manager' | 'buyer' | 'viewer')[]) {
  const owner = await person('Olga')
  const members = await Promise.all(roles.map(() => person('Ivan')))
  const teamId = await makeTeam(world.app, {
    owner,
    members: members.map((member, at) => [member, roles[at]!]),
    uses: 10,
  })
  return { owner, members, teamId, first: members[0]! }
}

test('a team is made, somebody is invited, joins, buys for it, and the others see who did', async () => {
  const [olga, ivan] = [await person('Olga', 5), await person('Ivan', 4)]
  const owner = await enter(olga)
  const made = await owner.call('POST /teams', { body: { name: '  Студия\n Полдень ' } })
  expect(made.body.data).toMatchObject({ name: 'Студия Полдень', role: 'owner' })
  const { teamId } = made.body.data
  await give(world.app, { holderId: teamId, kind: 'grant', grantKey: 'a test', note: 'a test', amount: 3 })
  const invited = await owner.call('POST /teams/{teamId}/invitations', {
    params: { teamId },
    body: { email: ` ${ivan.email.toUpperCase()}`, role: 'buyer', budget: 2 },
  })
  expect(invited.body.data).toMatchObject({ email: ivan.email, role: 'buyer', budget: 2 })
  const token = await linkTo(ivan)
  const seen = await world.client().call('POST /invitations', { body: { token } })
  expect(seen.body.data).toMatchObject({ name: 'Студия Полдень', invitedBy: 'Olga', role: 'buyer' })

  const member = await enter(ivan)
  const joined = await member.call('PUT /invitations', { body: { token } })
  expect(joined.body.data).toEqual({ teamId, name: 'Студия Полдень', role: 'buyer' })
  expect(codeOf(await member.call('PUT /invitations', { body: { token } }))).toBe('wrong_token')

  const own = (await member.call('GET /cookie')).body.data
  expect(own).toMatchObject({
    userInformation: { uses: 4 },
    holder: { kind: 'person', role: 'own', name: 'Ivan' },
  })
  forTeam(member, teamId)
  const { channelId, addresses } = await makeChannel(world.app)
  expect((await reveal(member, channelId)).body.data).toMatchObject({ email: addresses[0], uses: 2 })
  const restored = (await member.call('GET /cookie')).body.data
  expect(restored.userInformation).toMatchObject({ uses: 2, username: 'Ivan', user_id: ivan.id })
  expect(restored.holder).toEqual({
    kind: 'team',
    teamId,
    name: 'Студия Полдень',
    role: 'buyer',
    budget: 2,
    budgetLeft: 1,
  })
  expect(restored.teams).toEqual([{ teamId, name: 'Студия Полдень', role: 'buyer' }])
  expect(restored.channels).toMatchObject([{ channelId, openedBy: { name: 'Ivan' } }])

  // For the others it is free.
  forTeam(owner, teamId)
  expect((await reveal(owner, channelId)).body.data).toMatchObject({ email: addresses[0], uses: 2 })
  const [record] = (await owner.call('GET /purchases')).body.data
  expect(record).toMatchObject({ email: addresses[0], openedBy: { name: 'Ivan' } })
  expect(await usesOf(world.app, olga.id)).toBe(5)
  const team = (await owner.call('GET /teams/{teamId}', { params: { teamId } })).body.data
  expect(team.members).toMatchObject([
    { memberId: olga.id, role: 'owner', isSelf: true, spent: 0, email: olga.email },
    { memberId: ivan.id, role: 'buyer', isSelf: false, spent: 1, budget: 2 },
  ])
  expect(team.invitations).toEqual([])
  const forBuyer = (await member.call('GET /teams/{teamId}', { params: { teamId } })).body.data
  expect(forBuyer).toMatchObject({ invitations: null, members: [{ email: null }, { email: null }] })
  expect((await owner.call('GET /teams')).body.data).toEqual([
    { teamId, name: 'Студия Полдень', role: 'owner', uses: 2 },
  ])
})

test('an invitation works once, for seven days, and only with the account of its address', async () => {
  const { owner, teamId } = await teamOf()
  const [invited, other] = [await person(), await person()]
  const host = await enter(owner)
  const invite = (email: string) =>
    host.call('POST /teams/{teamId}/invitations', { params: { teamId }, body: { email, role: 'viewer' } })
  await invite(invited.email)
  const first = await linkTo(invited)
  expect(codeOf(await (await enter(other)).call('PUT /invitations', { body: { token: first } }))).toBe(
    'other_address',
  )
  const guest = await enter(invited)
  const accept = (token: string) => guest.call('PUT /invitations', { body: { token } })
  const visitor = await world.client().call('PUT /invitations', { body: { token: first } })
  expect(codeOf(visitor)).toBe('not_logged_in')

  // A new one replaces it.
  await invite(invited.email)
  const second = await linkTo(invited, 2)
  expect(codeOf(await accept(first))).toBe('wrong_token')
  const { invitations } = (await host.call('GET /teams/{teamId}', { params: { teamId } })).body.data
  expect(invitations).toHaveLength(1)
  const { invitationId } = invitations![0]!
  const withdraw = { params: { teamId, invitationId } }
  expect(codeOf(await host.call('DELETE /teams/{teamId}/invitations/{invitationId}', withdraw))).toBe('done')
  expect(codeOf(await host.call('DELETE /teams/{teamId}/invitations/{invitationId}', withdraw))).toBe(
    'not_found',
  )
  expect(codeOf(await accept(second))).toBe('wrong_token')

  await invite(invited.email)
  const third = await linkTo(invited, 3)
  world.clock.advance({ days: 7 })
  expect(codeOf(await (await enter(invited)).call('PUT /invitations', { body: { token: third } }))).toBe(
    'wrong_token',
  )

  const again = await enter(owner)
  await again.call('POST /teams/{teamId}/invitations', {
    params: { teamId },
    body: { email: invited.email, role: 'viewer' },
  })
  const token = await linkTo(invited, 4)
  const late = await enter(invited)
  const headers = late.headers()
  const answers = await sendTogether(
    world.baseUrl,
    Array.from({ length: 20 }, () => ({ method: 'PUT', path: '/api/invitations', headers, body: { token } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 400),
  ])
  const member = await again.call('POST /teams/{teamId}/invitations', {
    params: { teamId },
    body: { email: invited.email, role: 'buyer' },
  })
  expect(codeOf(member)).toBe('already_member')
})

test('whoever is removed, or leaves, has no access from the next call on, and the work stays with the team', async () => {
  const { owner, members, teamId } = await teamOf('buyer', 'viewer')
  const [buyer, viewer] = members as [TestPerson, TestPerson]
  const [host, removed, left] = [
    await enter(owner),
    await enterTeam(buyer, teamId),
    await enterTeam(viewer, teamId),
  ]
  const { channelId } = await makeChannel(world.app)
  await reveal(removed, channelId)
  const remove = (client: TestClient, memberId: number) =>
    client.call('DELETE /teams/{teamId}/members/{memberId}', { params: { teamId, memberId } })
  expect(codeOf(await remove(left, buyer.id))).toBe('forbidden')
  expect(codeOf(await remove(host, buyer.id))).toBe('done')
  expect(codeOf(await remove(host, buyer.id))).toBe('not_found')
  expect((await waitForMails(world, buyer.email, 1))[0]!.subject).toBe('You are no longer in “Agency”')
  for (const key of [
    'GET /cookie',
    'GET /purchases',
    'GET /exports',
    'GET /uses/history',
    'GET /payments',
  ] as const)
    expect(codeOf(await removed.call(key, { query: { format: 'csv' } })), key).toBe('forbidden')
  expect(codeOf(await reveal(removed, channelId))).toBe('forbidden')
  // What concerns the person alone works whatever the header says.
  expect((await removed.call('GET /teams')).body.data).toEqual([])
  removed.teamId = null
  expect((await removed.call('GET /cookie')).body.data.channels).toEqual([])

  expect(codeOf(await remove(left, viewer.id))).toBe('done')
  expect(codeOf(await left.call('GET /purchases'))).toBe('forbidden')
  forTeam(host, teamId)
  expect((await host.call('GET /purchases')).body.data).toMatchObject([
    { channelId, openedBy: { name: 'Ivan' } },
  ])
})

test('a removal that is committed while a reveal waits leaves it nothing', async () => {
  const { owner, first, teamId } = await teamOf('buyer')
  const { channelId } = await makeChannel(world.app)
  const [host, buyer] = [await enter(owner), await enterTeam(first, teamId)]
  const lock = await world.app.db.startTransaction().execute()
  await lock.selectFrom('holder').select('id').where('id', '=', teamId).forUpdate().execute()
  // First in the line of the server's own queue.
  const removal = host.call('DELETE /teams/{teamId}/members/{memberId}', {
    params: { teamId, memberId: first.id },
  })
  await untilBlocked(world.app.db)
  const revealed = reveal(buyer, channelId)
  await lock.commit().execute()
  expect([codeOf(await removal), codeOf(await revealed)]).toEqual(['done', 'forbidden'])
  expect(await usesOf(world.app, teamId)).toBe(10)
})

test('a team keeps its owner, whom only the owner can change', async () => {
  const { owner, members, teamId } = await teamOf('manager', 'buyer')
  const [manager, buyer] = members as [TestPerson, TestPerson]
  const [boss, lead, member] = [await enter(owner), await enter(manager), await enter(buyer)]
  const put = (client: TestClient, memberId: number, body: object) =>
    client.call('PUT /teams/{teamId}/members/{memberId}', { params: { teamId, memberId }, body: { ...body } })
  const remove = (client: TestClient, memberId: number) =>
    client.call('DELETE /teams/{teamId}/members/{memberId}', { params: { teamId, memberId } })
  expect(codeOf(await put(boss, owner.id, { role: 'manager' }))).toBe('team_needs_owner')
  expect(codeOf(await remove(boss, owner.id))).toBe('team_needs_owner')
  expect(codeOf(await remove(lead, owner.id))).toBe('team_needs_owner')
  expect(codeOf(await put(lead, owner.id, { budget: 0 }))).toBe('forbidden')
  expect(codeOf(await put(lead, buyer.id, { role: 'owner' }))).toBe('invalid_input')
  expect((await put(boss, owner.id, { budget: 7 })).body.data).toMatchObject({ role: 'owner', budget: 7 })
  expect((await put(lead, buyer.id, { role: 'viewer' })).body.data).toMatchObject({
    role: 'viewer',
    budget: null,
  })
  expect(codeOf(await put(member, buyer.id, { role: 'manager' }))).toBe('forbidden')
  expect(codeOf(await put(lead, 1, { role: 'viewer' }))).toBe('not_found')
  for (const budget of [-1, 1.5, 1_000_001, '3'])
    expect((await put(lead, buyer.id, { budget })).body.error?.fields).toHaveProperty('budget')
  // From the next call on.
  const { channelId } = await makeChannel(world.app)
  expect(codeOf(await reveal(forTeam(member, teamId), channelId))).toBe('forbidden')
})

test('a member spends no more than the budget in a month of Moscow’s time, and gets back what comes back', async () => {
  const { owner, first, teamId } = await teamOf('buyer')
  world.clock.set('2027-03-31T20:30:00Z')
  const buyer = await enterTeam(first, teamId)
  const host = await enter(owner)
  await host.call('PUT /teams/{teamId}/members/{memberId}', {
    params: { teamId, memberId: first.id },
    body: { budget: 1 },
  })
  const channels = await makeChannels(world.app, 4)
  const open = (at: number) => reveal(buyer, channels[at]!.channelId)
  expect((await open(0)).status).toBe(200)
  const refused = await open(1)
  expect(refused.body).toMatchObject({ error: { code: 'over_budget' }, meta: { budgetLeft: 0 } })
  expect(refused.status).toBe(403)
  // What the team has is free.
  expect((await open(0)).status).toBe(200)
  // 00:10 on 1 April in Moscow.
  world.clock.set('2027-03-31T21:10:00Z')
  expect((await open(1)).status).toBe(200)
  expect(codeOf(await open(2))).toBe('over_budget')
  const { id: revealId } = await world.app.db
    .selectFrom('reveal')
    .select('id')
    .where('holder_id', '=', teamId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await give(world.app, { holderId: teamId, kind: 'warranty', revealId, cause: 'objection', amount: 1 })
  expect((await open(2)).status).toBe(200)
  expect(codeOf(await open(3))).toBe('over_budget')
})

test('1,000 reveals of ten members at once sell what the team has, and no more than each may spend', async () => {
  world.fastify.server.requestTimeout = 0
  world.fastify.server.headersTimeout = 0
  const owner = await person()
  const members = await Promise.all(Array.from({ length: 10 }, () => person()))
  const channels = await makeChannels(world.app, 100)
  const late = await makeChannels(world.app, 31)
  const sell = async (uses: number, budget?: number) => {
    const teamId = await makeTeam(world.app, {
      owner,
      members: members.map((member) =>
        budget === undefined ? [member, 'buyer'] : [member, 'buyer', budget],
      ),
      uses,
    })
    const headers = await Promise.all(
      members.map(async (member) => (await enterTeam(member, teamId)).headers()),
    )
    await sendTogether(
      world.baseUrl,
      headers.flatMap((own, at) =>
        channels.map((_, next) => ({
          method: 'POST',
          path: '/api/getemail',
          headers: own,
          // Each member in another order.
          body: { channelId: channels[(next + 10 * at) % channels.length]!.channelId },
        })),
      ),
    )
    // What a busy machine may have refused is asked for again, and more than that.
    for (const own of members)
      for (const { channelId } of late) await reveal(await enterTeam(own, teamId), channelId)
    const sold = await world.app.db
      .selectFrom('reveal')
      .select(['actor_id', (eb) => eb.fn.countAll<number>().as('reveals')])
      .where('holder_id', '=', teamId)
      .groupBy('actor_id')
      .execute()
    return { sold, left: await usesOf(world.app, teamId) }
  }
  const all = await sell(10)
  expect(all.left).toBe(0)
  expect(all.sold.reduce((sum, { reveals }) => sum + reveals, 0)).toBe(10)
  const budgeted = await sell(1_000, 3)
  expect(budgeted.sold.map(({ reveals }) => reveals)).toEqual(members.map(() => 3))
  expect(budgeted.left).toBe(970)
  await expectSoundLedger(world.app)
}, 180_000)

test('the owner hands the team over by a mailed link, once, and while both belong to it', async () => {
  const { owner, members, teamId } = await teamOf('manager', 'buyer')
  const [heir, other] = members as [TestPerson, TestPerson]
  const [boss, lead] = [await enter(owner), await enter(heir)]
  const ask = (client: TestClient, memberId: number) => {
    world.clock.advance({ minutes: 2 })
    return client.call('PUT /teams/{teamId}/owner', { params: { teamId }, body: { memberId } })
  }
  const confirm = (token: string) => world.client().call('PUT /team-changes', { body: { token } })
  expect(codeOf(await ask(lead, heir.id))).toBe('forbidden')
  expect(codeOf(await ask(boss, owner.id))).toBe('not_found')
  expect(codeOf(await ask(boss, 1))).toBe('not_found')
  await ask(boss, heir.id)
  const replaced = await linkTo(owner)
  await ask(boss, other.id)
  expect(codeOf(await confirm(replaced))).toBe('wrong_token')
  const ended = await linkTo(owner, 2)
  await boss.call('DELETE /teams/{teamId}/members/{memberId}', { params: { teamId, memberId: other.id } })
  expect(codeOf(await confirm(ended))).toBe('wrong_token')
  await ask(boss, heir.id)
  const token = await linkTo(owner, 3)
  const change = { action: 'hand_over', name: 'Agency', to: 'Ivan' }
  expect((await world.client().call('POST /team-changes', { body: { token } })).body.data).toEqual(change)
  const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
  expect(answers.map((answer) => codeOf(answer)).toSorted()).toEqual(['done', 'wrong_token', 'wrong_token'])
  expect((await waitForMails(world, heir.email, 1))[0]!.subject).toBe('The team “Agency” is yours')
  const { members: now } = (await lead.call('GET /teams/{teamId}', { params: { teamId } })).body.data
  expect(now.map(({ memberId, role }) => [memberId, role])).toEqual([
    [heir.id, 'owner'],
    [owner.id, 'manager'],
  ])
})

test('the owner deletes the team by a mailed link; its money stays for accounting, its members keep their own', async () => {
  const { owner, first, teamId } = await teamOf('buyer')
  const { channelId } = await makeChannel(world.app)
  await reveal(await enterTeam(first, teamId), channelId)
  const boss = await enter(owner)
  await boss.call('DELETE /teams/{teamId}', { params: { teamId } })
  const token = await linkTo(owner)
  expect((await (await enter(first)).call('PUT /team-changes', { body: { token } })).body.data).toEqual({
    action: 'delete',
    name: 'Agency',
  })
  expect((await waitForMails(world, first.email, 1))[0]!.subject).toBe('The team “Agency” is deleted')
  expect((await boss.call('GET /teams')).body.data).toEqual([])
  expect(codeOf(await forTeam(boss, teamId).call('GET /cookie'))).toBe('forbidden')
  const kept = await world.app.db
    .selectFrom('closed_account')
    .innerJoin('reveal', 'reveal.holder_id', 'closed_account.holder_id')
    .select('closed_account.holder_id')
    .where('closed_account.holder_id', '=', teamId)
    .execute()
  expect(kept).toHaveLength(1)
  await expectSoundLedger(world.app)
})

test('an owner hands over before deleting the account; what a member did stays without the number', async () => {
  const { owner, first, teamId } = await teamOf('buyer')
  const alone = await makeTeam(world.app, { owner: first, name: 'Alone' })
  const { channelId } = await makeChannel(world.app)
  const buyer = await enterTeam(first, teamId)
  await reveal(buyer, channelId)
  const close = async (who: TestPerson, emails: number) => {
    world.clock.advance({ minutes: 2 })
    const client = await enter(who)
    await client.call('POST /verification/{action}', {
      params: { action: 'delete' },
      body: { email: who.email },
    })
    return codeOf(await client.call('DELETE /delete', { body: { token: await linkTo(who, emails) } }))
  }
  expect(await teamsData.read(world.app.db, first.id)).toMatchObject({
    memberships: [
      { name: 'Agency', role: 'buyer' },
      { name: 'Alone', role: 'owner' },
    ],
    opened: [{ name: 'Agency', openedAt: world.clock.now() }],
  })
  expect(await close(owner, 1)).toBe('owns_team')
  expect(await close(first, 1)).toBe('done')
  const host = await enterTeam(owner, teamId)
  expect((await host.call('GET /purchases')).body.data).toMatchObject([{ channelId, openedBy: null }])
  const left = await world.app.db.selectFrom('team').select('id').where('id', '=', alone).execute()
  expect(left).toEqual([])
  // Alone by now.
  expect(await close(owner, 2)).toBe('done')
  await expectSoundLedger(world.app)
})

test('numbers of teams and members, and names, have their limits', async () => {
  const owner = await person()
  const client = await enter(owner)
  const make = (name: string) => client.call('POST /teams', { body: { name } })
  for (const [name, problem] of [
    ['', 'required'],
    ['\u202e \n', 'required'],
    ['x'.repeat(81), 'too_long'],
    ['see evil.example', 'name_link'],
    ['win@evil', 'name_link'],
    ['https://evil', 'name_link'],
    ['Подарки.рф', 'name_link'],
  ] as const)
    expect((await make(name)).body.error?.fields, name).toEqual({ name: problem })
  const accepted = ['M.M.O. & Co', 'Студия «Три. Точки»', 'x'.repeat(80), '№ 5', '🎬'.repeat(40)]
  for (const name of accepted) expect((await make(name)).body.data, name).toMatchObject({ name })
  await Promise.all(Array.from({ length: TEAMS_MAX }, () => make('One more')))
  expect((await client.call('GET /teams')).body.data).toHaveLength(TEAMS_MAX)
  expect(codeOf(await make('Too many'))).toBe('too_many_teams')

  const teamId = await makeTeam(world.app, { owner: await person(), members: [[owner, 'manager']] })
  const invite = (at: number) =>
    client.call('POST /teams/{teamId}/invitations', {
      params: { teamId },
      body: { email: `guest${at}@guest.example`, role: 'viewer' },
    })
  const answers = await Promise.all(Array.from({ length: MEMBERS_MAX }, (_, at) => invite(at)))
  expect(answers.filter((answer) => codeOf(answer) === 'done')).toHaveLength(MEMBERS_MAX - 2)
  expect(codeOf(await invite(99))).toBe('too_many_members')
})

test('two members with one promocode give the team its uses once, and lose nothing', async () => {
  const { owner, members, teamId } = await teamOf('manager')
  await world.app.db
    .insertInto('promocode')
    .values({ code: 'TEAM', uses: 7, created_at: world.clock.now() })
    .execute()
  const activate = async (who: TestPerson, team: number | null) => {
    const client = await enter(who)
    client.teamId = team
    return codeOf(await client.call('PUT /promocode', { body: { promocode: 'team' } }))
  }
  expect(await activate(owner, teamId)).toBe('done')
  expect(await activate(members[0]!, teamId)).toBe('promocode_used')
  expect(await activate(members[0]!, null)).toBe('done')
  expect(await usesOf(world.app, teamId)).toBe(17)
})

test('the operator sees a team, gives it uses, and hands it over for an owner who cannot', async () => {
  const { owner, members, teamId } = await teamOf('manager', 'viewer')
  const [heir] = members as [TestPerson, TestPerson]
  const run = (key: CommandKey, input: object) =>
    runCommand(world.app, 'Olga', key, { reason: 'the owner left', ...input }).catch((error: unknown) =>
      error instanceof Refusal ? error.code : error,
    )
  expect(await run('users find', { who: owner.email })).toMatchObject({
    teams: [{ id: teamId, role: 'owner' }],
  })
  expect(await run('users close', { who: owner.email })).toBe('owns_team')
  expect(await run('teams hand-over', { team: teamId, who: (await person()).email })).toBe('not_in_team')
  expect(await run('teams hand-over', { team: 1, who: heir.email })).toBe('no_such_team')
  expect(await run('teams hand-over', { team: teamId, who: heir.email })).toMatchObject({ isChanged: true })
  expect(await run('teams hand-over', { team: teamId, who: heir.email })).toMatchObject({ isChanged: false })
  expect(await run('users close', { who: owner.email })).toMatchObject({ isChanged: true })
  const grant = (team: number, uses: number) => run('teams grant', { team, uses, key: 'ticket 7' })
  expect(await grant(teamId, 3)).toMatchObject({ id: teamId, uses: 13, isChanged: true })
  expect(await grant(teamId, 3)).toMatchObject({ uses: 13, isChanged: false })
  expect(await grant(teamId, 4)).toBe('grant_key_used')
  expect(await grant(heir.id, 3)).toBe('no_such_team')
  expect(await run('teams show', { team: teamId })).toMatchObject({
    uses: 13,
    members: [
      { id: heir.id, role: 'owner' },
      { id: members[1]!.id, role: 'viewer' },
    ],
  })
})
