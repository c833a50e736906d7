import { afterEach, beforeEach, expect, it } from 'vitest'
import { editChannel } from '#server/features/catalogue/edit-channel.ts'
import { hideChannel } from '#server/features/catalogue/hide-channel.ts'
import { createImportBench, type ImportBench } from '#test/support/import-files.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'

const ID = 'UCaaaaaaaaaaaaaaaaaaaaaa'
const OTHER = 'UCbbbbbbbbbbbbbbbbbbbbbb'

let bench: ImportBench
let app: Parameters<typeof hideChannel>[0]
beforeEach(async () => {
  bench = await createImportBench()
  ;({ app } = bench)
  await bench.importText(
    `id,name,handle,country,status\n${ID},First name,@first,DE,active\n${OTHER},Other,@other,DE,active\n`,
    { asOf: Date.UTC(2026, 0, 1) },
  )
})
afterEach(async () => {
  await expectSoundLedger(app)
  await bench[Symbol.asyncDispose]()
})

const later = (text: string) => bench.importText(text, { asOf: Date.UTC(2026, 5, 1), name: 'later.csv' })
const channel = async () => (await bench.rows(`select * from channel where platform_id = '${ID}'`))[0]

it('a later file does not show a channel that the operator has hidden', async () => {
  await hideChannel(app, OPERATOR, { channel: ID, isHidden: true })
  expect(await later(`id,name,status\n${ID},Second name,active\n`)).toMatchObject({ changed: 1 })
  expect(await channel()).toMatchObject({ status: 'hidden', name: 'Second name' })
  await later(`id,name,status\n${ID},Second name,gone\n`)
  expect(await channel()).toMatchObject({ status: 'hidden' })
})

it('a later file does not change what the operator has edited, and says that nothing changes', async () => {
  await editChannel(app, OPERATOR, {
    channel: ID,
    name: 'Corrected',
    handle: 'corrected',
    country: 'FI',
  })
  const file = `id,name,handle,country,language\n${ID},Second name,@second,AT,de\n`
  expect(await later(file)).toMatchObject({ changed: 1 })
  expect(await channel()).toMatchObject({
    name: 'Corrected',
    search_words: 'corrected',
    handle: 'corrected',
    country: 'FI',
    language: 'de',
  })
  expect(await later(file)).toMatchObject({ changed: 0, unchanged: 1 })
})

it('an edited handle goes to the channel that a later file gives it to', async () => {
  await editChannel(app, OPERATOR, { channel: ID, handle: 'wanted' })
  await later(`id,name,handle\n${OTHER},Other,@wanted\n${ID},First name,@own\n`)
  const rows = await bench.rows('select platform_id, handle from channel order by platform_id')
  expect(rows).toEqual([
    { platform_id: ID, handle: 'own' },
    { platform_id: OTHER, handle: 'wanted' },
  ])
})

it('two channels that a file proves to be one stay hidden when one was, with what was edited of either', async () => {
  await bench.importText('name,handle,country\nBy handle,@twin,SE\n', { name: 'twin.csv' })
  const [twin] = await bench.rows<{ id: number }>(`select id from channel where handle = 'twin'`)
  await hideChannel(app, OPERATOR, { channel: String(twin?.id), isHidden: true })
  await editChannel(app, OPERATOR, { channel: String(twin?.id), country: 'NO' })
  expect(await later(`id,name,handle,country\n${ID},First name,@twin,AT\n`)).toMatchObject({ merged: 1 })
  expect(await channel()).toMatchObject({ status: 'hidden', country: 'NO' })
})
