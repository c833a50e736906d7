import { expect, test } from 'vitest'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

test('first steps are ticked by what was done, each purse its own, and end for the person wherever they log in', async () => {
  const person = await makePerson(world.app, { uses: 1 })
  const [client, other] = [await logIn(world, person), await logIn(world, person)]
  const steps = async () => (await client.call('GET /first-steps')).body.data
  const none = { isOver: false, hasList: false, hasContact: false, hasNextStep: false }
  expect(await steps()).toEqual(none)
  const { channelId } = await makeChannel(world.app)
  await client.call('POST /lists', { body: { name: 'Empty' } })
  expect(await steps()).toEqual(none)
  await client.call('POST /lists', { body: { name: 'Spring', channelIds: [channelId] } })
  expect(await steps()).toEqual({ ...none, hasList: true })
  await client.call('POST /getemail', { body: { channelId } })
  const nextStepOn = '2026-12-01'
  await client.call('PATCH /cards/{channelId}', { params: { channelId }, body: { version: 1, nextStepOn } })
  const all = { isOver: false, hasList: true, hasContact: true, hasNextStep: true }
  expect(await steps()).toEqual(all)
  client.teamId = (await client.call('POST /teams', { body: { name: 'Agency' } })).body.data.teamId
  expect(await steps()).toEqual(none)
  await other.call('DELETE /first-steps')
  expect(await steps()).toEqual({ ...none, isOver: true })
})
