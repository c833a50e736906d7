import type { UserData } from '#shared/api/sessions.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { useSession } from '#web/kit/api/session.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'

/** The team whose purse the page shows; null: it is the person's own, or a visitor's page. */
export function useTeam(): UserData['holder'] | null {
  const holder = useSession().userData?.holder
  return holder?.kind === 'team' ? holder : null
}

/** Where a use can be spent: that the chosen team pays, and what may be spent; or why the member may not spend. */
export function WhoPays() {
  const { teams } = useTexts()
  const { language } = useLanguage()
  const team = useTeam()
  const uses = useSession().userData?.userInformation.uses ?? 0
  const mayReveal = useMay('reveal')
  if (team === null) return null
  if (!mayReveal) return <span>{teams.mayNot.reveal(team.name)}</span>
  const { budgetLeft } = team
  return (
    <>
      <span>{teams.pays(team.name, formatNumber(uses, language), uses)}</span>
      {budgetLeft !== null && (
        <span>{` ${teams.budgetLeft(formatNumber(budgetLeft, language), budgetLeft)}`}</span>
      )}
    </>
  )
}
