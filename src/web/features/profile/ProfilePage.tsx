import { useState } from 'react'
import { Navigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { CompanySection } from '#web/features/payments/CompanySection.tsx'
import { PaymentsSection } from '#web/features/payments/PaymentsSection.tsx'
import { PromocodeSection } from '#web/features/uses/PromocodeSection.tsx'
import { SubscriptionSection } from '#web/features/payments/SubscriptionSection.tsx'
import { UsesHistorySection } from '#web/features/uses/UsesHistorySection.tsx'
import { ReviewSection } from '#web/features/feedback/ReviewSection.tsx'
import { useTeam } from '#web/features/uses/WhoPays.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { useSession } from '#web/kit/api/session.ts'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { Columns, Lead, PageScaffold, Part, Stack } from '#web/kit/components/layout.tsx'
import { BalanceSection } from '#web/features/uses/BalanceSection.tsx'
import { DataSection, DeletionSection } from './DataSection.tsx'
import { DevicesSection } from '#web/features/accounts/DevicesSection.tsx'
import { LoggingInSection } from '#web/features/second-factor/LoggingInSection.tsx'
import { RecommendationChoice } from '#web/features/recommendations/RecommendationChoice.tsx'
import { PersonSection } from './PersonSection.tsx'

/** The account in sections. A visitor is redirected to the search. */
export function ProfilePage() {
  const { accounts, profile: texts, teams } = useTexts()
  const { profile } = accounts
  const { parts } = texts
  const { status, userData } = useSession()
  const team = useTeam()
  const mayPay = useMay('payments')
  usePreparedToasts()
  // After a session that ended here, its end decides where the person goes.
  const [wasIn, setWasIn] = useState(false)
  if (status === 'in' && !wasIn) setWasIn(true)
  if (status === 'out') return wasIn ? null : <Navigate to={PATHS.search} replace />
  const person = userData?.userInformation
  return (
    <Queries>
      <PageHead title={profile.title} page="profile" />
      <PageScaffold kind="sections" title={profile.title}>
        {person !== undefined && (
          <>
            <Part title={parts.account}>
              <Columns min={26} gap={6} isLoose>
                <PersonSection person={person} />
                <ReviewSection isFolded />
              </Columns>
            </Part>
            <Part title={team === null ? parts.money : `${parts.money}: ${team.name}`}>
              <Columns min={26} gap={6} isLoose>
                <Stack gap={6}>
                  <BalanceSection person={person} />
                  <SubscriptionSection person={person} />
                  {mayPay && <PromocodeSection person={person} />}
                </Stack>
                <Stack gap={6}>
                  {mayPay ? (
                    <>
                      <PaymentsSection />
                      <CompanySection />
                    </>
                  ) : (
                    <Lead>{teams.mayNot.payments(team?.name ?? '')}</Lead>
                  )}
                  <UsesHistorySection />
                </Stack>
              </Columns>
            </Part>
            <Part title={parts.security}>
              <Columns min={26} gap={6} isLoose>
                <LoggingInSection userId={person.user_id} />
                <DevicesSection userId={person.user_id} />
              </Columns>
            </Part>
            <Part title={parts.privacy}>
              <Columns min={26} gap={6} isLoose>
                <RecommendationChoice userId={person.user_id} />
                <Stack gap={6}>
                  <DataSection />
                  <DeletionSection person={person} />
                </Stack>
              </Columns>
            </Part>
          </>
        )}
      </PageScaffold>
    </Queries>
  )
}
