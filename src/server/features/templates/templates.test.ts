import { expect, it } from 'vitest'
import { TEMPLATES_MAX } from '#shared/rules/templates.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
const person = async () => logIn(world, await makePerson(world.app))
const OFFER = { name: ' Offer ', subject: 'For {channel}', body: 'Hi,\r\n{name}\n' }

it('templates are kept by name, changed and deleted, by their holder alone', async () => {
  const client = await person()
  const made = await client.call('POST /templates', { body: OFFER })
  expect(made.body.data).toMatchObject({ name: 'Offer', subject: 'For {channel}', body: 'Hi,\n{name}' })
  await client.call('POST /templates', { body: { ...OFFER, name: 'a first one', subject: '' } })
  const params = { templateId: made.body.data.templateId }
  const changed = await client.call('PUT /templates/{templateId}', { params, body: { ...OFFER, body: 'Ho' } })
  expect(changed.body.data).toMatchObject({ name: 'Offer', body: 'Ho' })
  const listed = await client.call('GET /templates')
  expect(listed.body.data.map(({ name }) => name)).toEqual(['a first one', 'Offer'])
  expect(listed.body.meta).toEqual({ company: null })
  const company = { name: 'Cats Ltd', country: 'DE', vatNumber: 'DE123456789', address: 'Katzenweg 1' }
  expect((await client.call('PUT /company', { body: company })).status).toBe(200)
  expect((await client.call('GET /templates')).body.meta).toEqual({ company: 'Cats Ltd' })
  const { text } = await client.send('GET', '/api/account/export')
  expect(JSON.parse(text).templates).toMatchObject([{ name: 'a first one' }, { name: 'Offer', body: 'Ho' }])

  const other = await person()
  expect((await other.call('GET /templates')).body.data).toEqual([])
  expect((await other.call('PUT /templates/{templateId}', { params, body: OFFER })).status).toBe(404)
  expect((await other.call('DELETE /templates/{templateId}', { params })).status).toBe(404)
  expect((await client.call('DELETE /templates/{templateId}', { params })).status).toBe(200)
  expect((await client.call('GET /templates')).body.data).toHaveLength(1)
})

it.each([
  ['name', { name: '' }, 'required'],
  ['name', { name: 'x'.repeat(81) }, 'too_long'],
  ['subject', { subject: 'x'.repeat(4_001) }, 'too_long'],
  ['body', { body: ' \n' }, 'required'],
  ['body', { body: 'x'.repeat(10_001) }, 'too_long'],
])('a template with a wrong %s is refused: %#', async (field, wrong, problem) => {
  const { body } = await (await person()).call('POST /templates', { body: { ...OFFER, ...wrong } })
  expect(body.error).toMatchObject({ code: 'invalid_input', fields: { [field]: problem } })
})

it(`there are ${TEMPLATES_MAX} templates at most, also of those that are added at once`, async () => {
  const client = await person()
  const answers = await Promise.all(
    Array.from({ length: TEMPLATES_MAX + 3 }, () => client.call('POST /templates', { body: OFFER })),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(3)
  for (const { body } of refused) expect(body.error?.fields).toEqual({ name: 'templates_full' })
})
