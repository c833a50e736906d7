import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { SEED_LINES_MAX } from '#shared/rules/bounds.ts'
import { checkScreen, checkScreenEverywhere } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

const NOWHERE = 'Nobody is called Qqxyzzyqq'
/** A word of many names in the demo catalogue, and none alone. */
const SEVERAL = 'Kitchen'
const VIDEO = 'https://www.youtube.com/watch?v=AAAAAAAAAAA'

for (const [name, look] of Object.entries({ phone: LOOKS.phoneRussian, laptop: LOOKS.laptopEnglish })) {
  test.describe(`a list: ${name}`, () => {
    // Shows end states at once: half-faded texts have too little contrast.
    test.use({ look, contextOptions: { reducedMotion: 'reduce' } })

    const check = checkScreenEverywhere

    test('says what is found, what fits several, and what is not there', async ({ page, texts, popular }) => {
      const { seeds } = texts
      const [channel] = await popular(look.language)
      await page.goto('/seeds')
      await expect(page.getByText(seeds.emptyTitle)).toBeVisible()
      await check(page, 'a list before anything was looked up')
      await lookUp(page, texts, [channel.channel_name, SEVERAL, NOWHERE, VIDEO])
      await expect(rowOf(page, NOWHERE)).toContainText(seeds.unknown)
      await expect(rowOf(page, VIDEO)).toContainText(seeds.problems.log_in)
      await expect(page.getByRole('status').filter({ hasText: seeds.open(1, '1') })).toHaveCount(1)
      await check(page, 'a list that was looked up')
      // What follows does not depend on the look.
      if (look.width > 1000) return

      await test.step('a channel is chosen by keyboard, and can be compared with the others', async () => {
        const choice = page.getByRole('combobox', { name: seeds.choose(SEVERAL) })
        await choice.focus()
        await choice.press('ArrowDown')
        await expect(choice).not.toHaveValue('')
        await expect(page.getByRole('heading', { name: seeds.total('2', '4') })).toBeVisible()
        await expect(rowOf(page, SEVERAL).getByRole('link').first()).toBeVisible()
      })
      await test.step('the choice stays when the list is looked up again', async () => {
        await page.getByRole('button', { name: seeds.lookUp }).click()
        await expect(page.getByRole('heading', { name: seeds.total('2', '4') })).toBeVisible()
      })
      await test.step('it counts as found, and under its tab it can still be changed', async () => {
        await expect(page.getByRole('button', { name: `${seeds.states.found} 2`, exact: true })).toBeVisible()
        const toChoose = page.getByRole('button', { name: new RegExp(`^${seeds.states.ambiguous} \\d`) })
        await expect(toChoose).toHaveAccessibleName(`${seeds.states.ambiguous} 0`)
        const choice = page.getByRole('combobox', { name: seeds.choose(SEVERAL) })
        await choice.selectOption('')
        await toChoose.click()
        await choice.focus()
        await choice.press('ArrowDown')
        await expect(toChoose).toHaveAccessibleName(`${seeds.states.ambiguous} 0`)
        await expect(choice).toBeFocused()
        await toChoose.click()
        await expect(choice).toHaveCount(0)
        await page.getByRole('button', { name: `${seeds.states.all} 4` }).click()
      })
      await test.step('one kind of line is shown alone', async () => {
        await page.getByRole('button', { name: `${seeds.states.unknown} 2` }).click()
        await expect(page.getByRole('row').filter({ hasText: NOWHERE })).toBeVisible()
        await expect(page.locator('[data-seed]')).toHaveCount(2)
        await page.getByRole('checkbox', { name: texts.search.withContact }).check()
        await expect(page.getByText(seeds.noneShown)).toBeVisible()
        await page.getByRole('button', { name: seeds.showAll }).click()
        await expect(page.locator('[data-seed]')).toHaveCount(4)
      })
      await test.step('list and choice survive the way to a channel, and a reload', async () => {
        await rowOf(page, channel.channel_name).getByRole('link').first().click()
        await expect(page).toHaveURL(/\/channel\//)
        await page.goBack()
        await expect(page.getByRole('heading', { name: seeds.total('2', '4') })).toBeVisible()
        await page.reload()
        await expect(page.getByRole('heading', { name: seeds.total('2', '4') })).toBeVisible()
        await expect(page.getByRole('textbox', { name: seeds.field })).toHaveValue(new RegExp(NOWHERE))
      })
    })
  })
}

test.describe('a list', () => {
  const look = LOOKS.phoneRussian
  test.use({ look })

  test('that is pasted into the search field is looked up line by line', async ({ page, texts, popular }) => {
    const { seeds, search } = texts
    const [first, second] = await popular(look.language)
    const address = `https://www.youtube.com/channel/${second?.channelId}`
    await page.goto('/search')
    await paste(
      page.getByRole('searchbox', { name: search.inputLabel }),
      `${first.channel_name}\n${address}\n`,
    )
    await expect(page).toHaveURL('/seeds')
    await expect(page.getByRole('heading', { name: seeds.total('2', '2') })).toBeVisible()
    await expect(rowOf(page, first.channel_name)).toContainText(first.channel_name)
    await expect(rowOf(page, address).getByRole('link').first()).toHaveText(second?.channel_name ?? '')
    // A single line stays a search.
    await page.goto('/search')
    const field = page.getByRole('searchbox', { name: search.inputLabel })
    await paste(field, `${first.channel_name}\n`)
    await expect(page).toHaveURL('/search')
  })
})

test.describe('a line for which one channel is offered', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('asks whether it is this one', async ({ page, texts, makeChannel }) => {
    const { seeds } = texts
    // The beginning of a name that nothing else has.
    const [name, line] = ['Hwamborquist workshop', 'Hwamborquist']
    await makeChannel(name)
    await lookUp(page, texts, [line])
    await expect(page.getByText(seeds.single(name).slice(0, -1))).toBeVisible()
    const accept = page.getByRole('button', { name: seeds.acceptOf(name, line) })
    await accept.press('Enter')
    await expect(page.getByRole('heading', { name: seeds.total('1', '1') })).toBeVisible()
    const takeBack = page.getByRole('button', { name: seeds.takeBackOf(name, line) })
    await expect(takeBack).toBeFocused()
    await checkScreen(page, 'a line whose only channel was accepted')
    await takeBack.press('Enter')
    await expect(accept).toBeFocused()
    await expect(page.getByRole('heading', { name: seeds.total('0', '1') })).toBeVisible()
  })
})

test.describe('the day of a last upload', () => {
  test.use({ look: LOOKS.laptopEnglish, contextOptions: { timezoneId: 'America/Los_Angeles' } })

  test('is the same on the page and in the file', async ({ page, texts, database, makeChannel }) => {
    const { seeds } = texts
    const { id, channelId } = await makeChannel()
    await database
      .updateTable('channel')
      .set({ last_upload_at: new Date('2026-05-29T21:30:00.000Z') })
      .where('id', '=', id)
      .execute()
    await lookUp(page, texts, [channelId])
    await expect(page.getByRole('row').filter({ hasText: channelId })).toContainText('29 May 2026')
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: seeds.saveAs('CSV') }).click()
    expect(await readFile(await (await waiting).path(), 'utf8')).toContain('"2026-05-29"')
  })
})

test.describe('a list as a file', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('has the shown lines, and of contacts only those that are bought', async ({
    page,
    texts,
    person,
    popular,
  }) => {
    const { seeds } = texts
    const [owned, other] = await popular('en')
    const { body } = await person.client.call('POST /getemail', { body: { channelId: owned.channelId } })
    // By ids: another channel may have the name of a popular one.
    await lookUp(page, texts, [other?.channelId ?? '', owned.channelId, NOWHERE, '=1+1'])
    await page.getByRole('button', { name: seeds.columns.subsCount }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: seeds.saveAs('CSV') }).click()
    const download = await waiting
    const text = await readFile(await download.path(), 'utf8')
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toContain(owned.channel_name)
    expect(text.match(/@[\w.-]+/g)?.filter((found) => body.data.email.endsWith(found))).toHaveLength(1)
    expect(text).toContain(body.data.email)
    expect(text).toContain(`"${NOWHERE}","${seeds.outcomes.unknown}"`)
    expect(text).not.toContain('"=1+1"')
  })
})

test.describe('the field of a list', () => {
  test.use({ look: LOOKS.tabletEnglish })

  test('says how much fits, and what is missing', async ({ page, texts }) => {
    const { seeds } = texts
    await page.goto('/seeds')
    const field = page.getByRole('textbox', { name: seeds.field })
    await page.getByRole('button', { name: seeds.lookUp }).click()
    await expect(page.getByRole('alert').filter({ hasText: seeds.empty })).toBeVisible()
    await expect(field).toBeFocused()
    const most = String(SEED_LINES_MAX)
    await field.fill(Array.from({ length: SEED_LINES_MAX + 1 }, (_, place) => `Line ${place}`).join('\n'))
    await page.getByRole('button', { name: seeds.lookUp }).click()
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: seeds.tooMany(SEED_LINES_MAX + 1, String(SEED_LINES_MAX + 1), most) }),
    ).toBeVisible()
    // Of many rows only those near the screen are drawn, and the one that has the focus.
    const lines = Array.from({ length: SEED_LINES_MAX }, (_, place) => `Line ${place} ${NOWHERE}`)
    await field.fill(lines.join('\n'))
    await page.getByRole('button', { name: seeds.lookUp }).click()
    const table = page.getByRole('table', { name: seeds.results })
    await expect(table).toHaveAttribute('aria-rowcount', String(SEED_LINES_MAX + 1))
    const first = rowOf(page, lines[0] ?? '').getByRole('link')
    await first.focus()
    await expect(rowOf(page, lines.at(-1) ?? '')).toHaveCount(0)
    // Rows that are drawn on the way may be higher than assumed, and the end is further down then.
    await expect(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await expect(rowOf(page, lines.at(-1) ?? '')).toBeInViewport({ timeout: 500 })
    }).toPass()
    await expect(first).toBeFocused()
    expect(await page.locator('[data-seed]').count()).toBeLessThan(SEED_LINES_MAX / 2)
    await page.getByRole('button', { name: seeds.clear }).click()
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
  })
})

/** The row of a line. */
function rowOf(page: Page, line: string): Locator {
  return page.locator('[data-seed]').filter({ has: page.getByRole('rowheader', { name: line, exact: true }) })
}

async function lookUp(
  page: Page,
  { seeds }: { readonly seeds: { readonly field: string; readonly lookUp: string } },
  lines: readonly string[],
): Promise<void> {
  await page.goto('/seeds')
  await page.getByRole('textbox', { name: seeds.field }).fill(lines.join('\n'))
  await page.getByRole('button', { name: seeds.lookUp }).click()
  await expect(page.locator('[data-seed]')).toHaveCount(lines.length)
}

/** Pastes as a browser does, which no clipboard permission is needed for. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { getData: () => pasted } })
    ;(element as unknown as EventTarget).dispatchEvent(event)
  }, text)
}
