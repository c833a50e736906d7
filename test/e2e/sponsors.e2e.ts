import { addSponsor, removeSponsor } from '#server/features/feedback/feedback.sql.ts'
import { checkScreenEverywhere } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

// The whole product shares the list, and only these tests write it.
test.describe.configure({ mode: 'serial' })

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  const name = `Sponsor of ${look.language}`

  test.describe(`in ${look.language}, from ${look.width} px to all widths`, () => {
    // Shows end states at once: half-faded texts have too little contrast.
    test.use({ look, contextOptions: { reducedMotion: 'reduce' } })

    test('the page of sponsors without any, and with those who agreed to be named', async ({
      page,
      texts,
      database,
    }) => {
      const { sponsors, vote } = texts.feedback
      await page.goto('/sponsors')
      await expect(page.getByText(sponsors.emptyTitle)).toBeVisible()
      const become = page.getByRole('main').getByRole('link', { name: vote.sponsorLink })
      await expect(become).toHaveAttribute('href', /^mailto:\S+@\S+\?subject=\S+$/)
      await checkScreenEverywhere(page, 'no sponsors')

      await addSponsor(database, {
        name,
        url: 'https://sponsor.example/',
        contribution: 0,
        agreedAt: new Date(),
      })
      try {
        await page.reload()
        await expect(page.getByRole('link', { name })).toHaveAttribute('href', 'https://sponsor.example/')
        await expect(page.getByText(sponsors.emptyTitle)).toHaveCount(0)
        await checkScreenEverywhere(page, 'sponsors')
      } finally {
        await removeSponsor(database, name)
      }
    })
  })
}
