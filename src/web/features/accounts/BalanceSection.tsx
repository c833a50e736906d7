import { PATHS } from '#shared/paths.ts'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { BalanceParts } from '#web/features/payments/BalanceParts.tsx'
import type { UserInformation } from '#web/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { ProfileSection } from './ProfileSection.tsx'

/** What is left, and the way to more. */
export function BalanceSection({ person }: { readonly person: UserInformation }) {
  const { profile } = useTexts().accounts
  const { language } = useLanguage()
  return (
    <ProfileSection
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
    </ProfileSection>
  )
}
