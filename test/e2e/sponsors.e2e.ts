import { addSponsor, removeSponsor } from '#server/features/feedback/feedback.sql.ts'
import { checkScreenEverywhere } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

const NAME = 'Sponsor of a test'

// Shows end states at once: half-faded texts have too little contrast.
test.use({ look: LOOKS.phoneRussian, contextOptions: { reducedMotion: 'reduce' } })

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

  const agreedAt = new Date()
  await addSponsor(database, { name: NAME, url: 'https://sponsor.example/', contribution: 0, agreedAt })
  try {
    await page.reload()
    await expect(page.getByRole('link', { name: NAME })).toHaveAttribute('href', 'https://sponsor.example/')
    await expect(page.getByText(sponsors.emptyTitle)).toHaveCount(0)
    await checkScreenEverywhere(page, 'sponsors')
  } finally {
    await removeSponsor(database, NAME)
  }
})
