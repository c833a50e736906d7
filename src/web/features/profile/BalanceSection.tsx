import { PATHS } from '#shared/paths.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { BalanceParts } from '#web/features/uses/BalanceParts.tsx'
import type { UserInformation } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { Section } from '#web/kit/components/Section.tsx'

/** The balance, and a link to buy more. */
export function BalanceSection({ person }: { readonly person: UserInformation }) {
  const { profile } = useTexts().accounts
  const { language } = useLanguage()
  return (
    <Section
      title={profile.balance}
      figure={formatNumber(person.uses, language)}
      figureLabel={profile.uses(person.uses)}
    >
      <BalanceParts person={person} />
      <div>
        <ButtonLink to={PATHS.purchase} icon="plus">
          {profile.buyUses}
        </ButtonLink>
      </div>
    </Section>
  )
}
