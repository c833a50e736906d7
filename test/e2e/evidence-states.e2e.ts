import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { DataOf } from '#shared/api/contract.ts'
import type { UserData } from '#shared/api/sessions.ts'
import { LANGUAGES } from '#shared/i18n/messages.ts'
import { ANNOUNCED } from '#test/support/legal-versions.ts'
import { channelPath } from '#shared/paths.ts'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import { waitForMails } from '#test/support/sign-up.ts'
import { checkNarrow } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS, type Look } from './looks.ts'
import { answerTrust, GATHERED } from './trust-figures.ts'

/**
 * The longest texts must fit the narrowest phone in every state; barriers are looked for where each state is reached in earnest. With
 * `PICTURES=FOLDER` each is photographed there instead, in both languages, themes and widths.
 */
const FOLDER = process.env['PICTURES']
const ALL_LOOKS: readonly Look[] = LANGUAGES.flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    ([390, 1440] as const).map((width) => ({ language, theme, width })),
  ),
)

type Evidence = DataOf<'GET /channels/{channelId}/evidence'>
type Kept = DataOf<'POST /creator'>
type Verdict = DataOf<'POST /purchases/{transactionId}/report'>
type PurchaseRecord = UserData['channels'][number]

const EVIDENCE = /\/api\/channels\/[^/]+\/evidence$/
const REPORT = /\/api\/purchases\/\d+\/report$/
const RECORDS = /\/api\/(?:purchases(?:\?|$)|cookie)/

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const refusal = (code: string) => ({ success: false, data: null, error: { code, message: '' } })

const KNOWN: Evidence = {
  hasContact: true,
  sourceKind: 'website',
  sourceHost: 'north-workshop.ru',
  firstSeenAt: '2025-12-03T10:00:00.000Z',
  lastSeenAt: '2026-11-12T10:00:00.000Z',
  provider: 'gmail',
  isRole: false,
  check: { result: 'ok', checkedAt: daysAgo(3) },
  creatorConfirmedAt: null,
  refuses: [],
  revealed: '6-20',
  reports90d: 0,
  maskedEmail: '\u2022\u2022\u2022@gmail.com',
}

const STATES: Readonly<Record<string, Partial<Evidence>>> = {
  valid: {},
  unchecked: { check: null, provider: null, maskedEmail: null, revealed: '0', sourceHost: null },
  invalid: {
    provider: 'own domain',
    isRole: true,
    maskedEmail: null,
    check: { result: 'bad', checkedAt: daysAgo(0) },
  },
  unknown: { check: { result: 'cannot_tell', checkedAt: daysAgo(1) }, reports90d: 2, revealed: '21+' },
  returned: { check: { result: 'returned', checkedAt: daysAgo(20) }, reports90d: 1 },
  disposable: { provider: 'disposable', maskedEmail: null, sourceKind: 'other', sourceHost: null },
  confirmed: { sourceKind: 'creator', sourceHost: null, creatorConfirmedAt: '2026-11-20T10:00:00.000Z' },
  refusing: {
    creatorConfirmedAt: '2026-11-20T10:00:00.000Z',
    refuses: ['gambling', 'alcohol', 'loans', 'crypto', 'courses'],
    sourceHost: 'a-very-long-name-of-a-page-with-many-words.example-of-a-host.org',
  },
}

const NOTHING: Evidence = {
  ...KNOWN,
  hasContact: false,
  sourceKind: null,
  sourceHost: null,
  firstSeenAt: null,
  lastSeenAt: null,
  provider: null,
  check: null,
  revealed: '0',
  maskedEmail: null,
}

const CHANNEL: Kept['channels'][number] = {
  channel_name: 'North Workshop',
  url: 'https://www.youtube.com/@north-workshop',
  sourceKind: 'website',
  sourceHost: 'north-workshop.ru',
  firstSeenAt: '2026-03-03T10:00:00.000Z',
  lastSeenAt: '2026-11-12T10:00:00.000Z',
  confirmedAt: null,
}

for (const look of FOLDER === undefined ? [LOOKS.phoneRussian] : ALL_LOOKS) {
  const name = `${look.language}-${look.theme}-${look.width}`

  /** Checks that a state fits, or keeps a picture: of the whole page, of what stands in the window, or of a part. */
  const show = async (page: Page, state: string, what: 'page' | 'window' | Locator = 'window') => {
    if (FOLDER === undefined) return checkNarrow(page, state)
    await mkdir(FOLDER, { recursive: true })
    const file = { path: path.join(FOLDER, `${state}-${name}.png`) }
    if (typeof what === 'string') await page.screenshot({ ...file, fullPage: what === 'page' })
    else await what.screenshot(file)
  }

  test.describe(`states of what is known of contacts: ${name}`, () => {
    test.use({ look, refusals: [400, 503], contextOptions: { reducedMotion: 'reduce' } })
    test.slow()

    test('before a contact is bought', async ({ page, texts, popular }) => {
      const { evidence } = texts
      const [channel] = await popular(look.language)
      const address = channelPath(channel.channelId, channel.channel_name)
      const place = page.getByRole('main').getByRole('article').first()
      const held = await holdAnswers(page, EVIDENCE)
      await page.goto(address)
      await expect(place).toBeVisible()
      await show(page, 'evidence-loading', place)
      await held.release()
      await page.unroute(EVIDENCE)
      for (const [state, facts] of Object.entries({ ...STATES, visitor: { maskedEmail: null } })) {
        await page.route(EVIDENCE, (route) =>
          route.fulfill({ json: { success: true, data: { ...KNOWN, ...facts }, error: null } }),
        )
        await page.goto(address)
        await expect(page.getByRole('main').locator(`dl[aria-label="${evidence.title}"]`)).toBeVisible()
        await show(page, `evidence-${state}`, place)
        await page.unroute(EVIDENCE)
      }
      await page.route(EVIDENCE, (route) =>
        route.fulfill({ json: { success: true, data: NOTHING, error: null } }),
      )
      await page.goto(address)
      await expect(page.getByText(evidence.none)).toBeVisible()
      await show(page, 'evidence-none', place)
      await page.unroute(EVIDENCE)
      await page.route(EVIDENCE, (route) => route.fulfill({ status: 503, json: refusal('unavailable') }))
      await page.goto(address)
      await expect(page.getByText(evidence.failed)).toBeVisible()
      await show(page, 'evidence-failed', place)
    })

    test('on a compact card, and under the cookie notice of a first visit', async ({
      page,
      texts,
      popular,
    }) => {
      const { evidence, shell } = texts
      const [channel] = await popular(look.language)
      await page.route(EVIDENCE, (route) =>
        route.fulfill({ json: { success: true, data: KNOWN, error: null } }),
      )
      for (const [state, address] of [
        ['first-visit-search', `/search?q=${encodeURIComponent(channel.channel_name)}`],
        ['first-visit-channel', channelPath(channel.channelId, channel.channel_name)],
      ] as const) {
        await page.goto(address)
        await expect(page.getByRole('main').locator(`dl[aria-label="${evidence.title}"]`)).toBeVisible()
        await expect(page.getByRole('region', { name: shell.cookieBanner })).toBeVisible()
        await show(page, state)
      }
      await page.goto('/recommendations')
      const card = page.getByRole('main').getByRole('article').first()
      await card.getByText(evidence.title).click()
      await expect(card.locator(`dl[aria-label="${evidence.title}"]`)).toBeVisible()
      await show(page, 'card-open', card)
    })

    test('what became of reports', async ({ page, texts, person, popular }) => {
      const { purchases } = texts
      const { report } = texts.evidence
      const [{ channelId, channel_name: channel }, other] = await popular(look.language)
      // The table is offered from two purchases on.
      for (const id of [other?.channelId ?? '', channelId])
        await person.client.call('POST /getemail', { body: { channelId: id } })
      await page.goto('/purchases')
      const open = page.getByRole('button', { name: report.openFor(channel) })
      await open.click()
      await show(page, 'report-form')
      await page.getByText(report.how).click()
      await page.getByRole('dialog').getByRole('textbox').fill('not an answer')
      await page.getByRole('button', { name: report.send }).click()
      await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ })).toBeVisible()
      await show(page, 'report-problem')
      const verdicts: readonly Omit<Verdict, 'uses'>[] = [
        { state: 'credited', reason: 'gone' },
        { state: 'replaced', reason: 'gone' },
        { state: 'refused', reason: 'temporary' },
        { state: 'refused', reason: 'policy' },
        { state: 'refused', reason: 'late' },
        { state: 'review', reason: 'unclear' },
        { state: 'review', reason: 'many' },
        { state: 'review', reason: 'known' },
        { state: 'review', reason: 'alone' },
      ]
      await page.keyboard.press('Escape')
      for (const { state, reason } of verdicts) {
        await page.route(REPORT, (route) =>
          route.fulfill({ json: { success: true, data: { state, reason, uses: 2 }, error: null } }),
        )
        await open.click()
        await page.getByRole('radio', { name: report.kinds.wrong_person }).check()
        await page.getByRole('button', { name: report.send }).click()
        await expect(
          page
            .getByRole('dialog', { name: report.titles[reason === 'alone' ? reason : state] })
            .getByRole('status')
            .first(),
        ).toBeVisible()
        await show(page, `verdict-${state}-${reason}`)
        await page.keyboard.press('Escape')
        await page.unroute(REPORT)
      }
      const records: Readonly<Record<string, Partial<PurchaseRecord>>> = {
        objection: { email: null, withheld: 'objection' },
        expired: { email: null, withheld: 'expired' },
        gone: { email: null, withheld: 'gone' },
        credited: { report: { state: 'credited', reason: 'gone', at: daysAgo(2), mayProve: false } },
        replaced: { report: { state: 'replaced', reason: 'gone', at: daysAgo(2), mayProve: false } },
        review: { report: { state: 'review', reason: 'unclear', at: daysAgo(2), mayProve: false } },
        alone: { report: { state: 'review', reason: 'alone', at: daysAgo(2), mayProve: true } },
        refused: { report: { state: 'refused', reason: 'operator', at: daysAgo(2), mayProve: false } },
        over: { boughtAt: daysAgo(WARRANTY_DAYS + 1) },
      }
      const card = page.getByRole('article', { name: channel })
      for (const [state, facts] of Object.entries(records)) {
        await page.route(RECORDS, async (route) => {
          const response = await route.fetch()
          const body = (await response.json()) as {
            data: readonly PurchaseRecord[] | { channels: readonly PurchaseRecord[] }
          }
          const change = (all: readonly PurchaseRecord[]) => all.map((record) => ({ ...record, ...facts }))
          const data =
            'channels' in body.data
              ? { ...body.data, channels: change(body.data.channels) }
              : change(body.data)
          await route.fulfill({ response, json: { ...body, data } })
        })
        await page.goto('/purchases')
        const { withheld } = facts
        if (withheld != null) await expect(card).toContainText(purchases.withheld[withheld])
        await expect(card).toBeVisible()
        await show(page, `purchase-${state}`, card)
        if (state === 'credited' && look.width === 1440) {
          await page.getByRole('button', { name: purchases.views.table }).click()
          await show(page, 'purchase-table')
          await page.getByRole('button', { name: purchases.views.cards }).click()
        }
        await page.unrouteAll({ behavior: 'wait' })
      }
    })

    test('for creators', async ({ page, texts, server, domain }) => {
      const { creators, objections } = texts
      const address = `anna.longname@${domain}`
      await page.goto('/optout')
      await show(page, 'optout', 'page')
      await page.getByLabel(objections.form.address).fill(address)
      await page.getByRole('button', { name: objections.form.send }).click()
      await expect(page.getByText(objections.sent.title)).toBeVisible()
      await show(page, 'optout-sent-remove')
      await page.goto('/optout')
      await page.getByLabel(objections.form.address).fill(`second.${address}`)
      await page.getByRole('button', { name: objections.form.correct }).click()
      await expect(page.getByText(objections.sent.title)).toBeVisible()
      await show(page, 'optout-sent-correct')
      const [letter] = await waitForMails(server, `second.${address}`)
      const link = /\/creator\?token=\S+/.exec(letter?.text ?? '')?.[0] ?? ''
      await page.goto(link)
      await expect(page.getByText(creators.kept.none)).toBeVisible()
      await show(page, 'creator-not-kept', 'page')

      let kept: Kept = {
        purpose: 'own',
        maskedEmail: `a\u2026@${domain}`,
        preferredEmail: null,
        channels: [
          CHANNEL,
          {
            ...CHANNEL,
            channel_name: 'North Workshop: Shorts',
            url: null,
            sourceHost: null,
            sourceKind: 'channel',
          },
        ],
        sold: '1-9',
        refuses: [],
        notSold: null,
        isPaused: false,
        pausedUntil: null,
      }
      await page.route('**/api/creator', async (route) => {
        if (route.request().method() === 'PUT') {
          const wanted = route.request().postDataJSON() as {
            isRight?: boolean
            refuses?: Kept['refuses']
            pause?: string
          }
          const { pause } = wanted
          kept = {
            ...kept,
            ...(wanted.isRight === true && {
              channels: kept.channels.map((one) => ({ ...one, confirmedAt: daysAgo(0) })),
            }),
            ...(wanted.refuses !== undefined && { refuses: wanted.refuses }),
            ...(pause !== undefined && {
              isPaused: pause !== 'off',
              pausedUntil: pause === 'off' || pause === 'open' ? null : '2027-02-26T10:00:00.000Z',
            }),
          }
        }
        await route.fulfill({ json: { success: true, data: kept, error: null } })
      })
      await page.goto(link)
      await expect(page.getByRole('heading', { name: CHANNEL.channel_name, exact: true })).toBeVisible()
      await show(page, 'creator', 'page')
      await page.getByRole('button', { name: creators.kept.right }).click()
      await expect(page.getByText(creators.kept.thanks)).toBeVisible()
      await show(page, 'creator-confirmed')
      await page.getByLabel(creators.subjects.names.gambling).check()
      await page.getByRole('button', { name: creators.subjects.save }).click()
      await expect(page.getByText(creators.subjects.saved)).toBeVisible()
      await page.getByLabel(creators.pause.label, { exact: true }).selectOption('3')
      await page.getByRole('button', { name: creators.pause.save }).click()
      await expect(page.getByText(creators.pause.saved)).toBeVisible()
      await page.getByRole('button', { name: creators.preferred.send }).click()
      await show(page, 'creator-missing')
      await page.getByLabel(creators.preferred.address).fill(`better.${address}`)
      await page.getByRole('button', { name: creators.preferred.send }).click()
      await expect(page.getByText(creators.preferred.sent(`better.${address}`))).toBeVisible()
      await page.getByLabel(creators.ask.text).fill('?')
      await page.getByRole('button', { name: creators.ask.send, exact: true }).click()
      await expect(
        page.getByRole('status').filter({ hasText: creators.ask.sent('').slice(0, 20) }),
      ).toBeVisible()
      await show(page, 'creator-all-said', 'page')
      await page.getByRole('button', { name: creators.remove.button }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await show(page, 'creator-ask-removal')
      await page.getByRole('button', { name: creators.remove.confirm, exact: true }).click()
      await expect(page.getByRole('heading', { name: creators.remove.done })).toBeFocused()
      await show(page, 'creator-removed')
      for (const notSold of ['bounced', 'stale'] as const) {
        kept = { ...kept, notSold }
        await page.goto(link)
        await expect(page.getByText(creators.kept.notSold[notSold])).toBeVisible()
        await show(page, `creator-${notSold}`)
      }
      kept = { ...kept, notSold: null, preferredEmail: `b\u2026@${domain}` }
      await page.goto(link)
      await expect(page.getByRole('button', { name: creators.takeBack.button })).toBeVisible()
      await show(page, 'creator-take-back')
      kept = { ...kept, purpose: 'prefer', preferredEmail: null }
      await page.goto(link)
      await expect(page.getByRole('button', { name: creators.prefer.button })).toBeVisible()
      await show(page, 'creator-prefer')
      await page.unroute('**/api/creator')
      await page.goto(link)
      await expect(page.getByRole('heading', { name: creators.dead.title })).toBeVisible()
      await show(page, 'creator-dead')
      await page.goto('/creator')
      await expect(page.getByRole('heading', { name: creators.dead.lostTitle })).toBeVisible()
      await show(page, 'creator-lost')
      await page.route('**/api/creator', (route) =>
        route.fulfill({ status: 503, json: refusal('unavailable') }),
      )
      await page.goto(link)
      await expect(page.getByText(creators.loadFailed)).toBeVisible()
      await show(page, 'creator-failed')
    })

    test('public figures and the notice of new terms', async ({ page, texts, person: _ }) => {
      const { legal, trust } = texts
      await page.goto('/trust')
      await expect(page.getByText(trust.none)).toBeVisible()
      await show(page, 'trust-empty', 'page')
      const few = {
        ...GATHERED,
        months: GATHERED.months.map((one, place) => (place < 10 ? { ...one, figures: null } : one)),
        contactDays: null,
        returnTime: { automatic: null, operator: null },
      }
      for (const [state, figures] of Object.entries({ small: few, full: GATHERED })) {
        await answerTrust(page, figures)
        await page.goto('/trust')
        await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'false')
        await show(page, `trust-${state}`, 'page')
        await page.unrouteAll({ behavior: 'wait' })
      }
      await page.route('**/api/cookie', async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as { data: UserData }
        body.data.userInformation.newTerms = ANNOUNCED
        await route.fulfill({ response, json: body })
      })
      await page.goto('/search')
      await expect(page.getByRole('region', { name: legal.newTerms })).toBeVisible()
      await show(page, 'terms-notice')
      await page.goto(`/terms?version=${ANNOUNCED}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('region', { name: legal.newTerms })).toBeVisible()
      await show(page, 'terms-announced')
    })
  })
}
