import { type ReactNode, useId, useState } from 'react'
import { Navigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { PaymentsSection } from '#web/features/payments/PaymentsSection.tsx'
import { PromocodeSection } from '#web/features/uses/PromocodeSection.tsx'
import { SubscriptionSection } from '#web/features/payments/SubscriptionSection.tsx'
import { UsesHistorySection } from '#web/features/uses/UsesHistorySection.tsx'
import { ReviewSection } from '#web/features/feedback/ReviewSection.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { Heading, PageScaffold, Stack } from '#web/kit/components/layout.tsx'
import { BalanceSection } from '#web/features/uses/BalanceSection.tsx'
import { DataSection, DeletionSection } from './DataSection.tsx'
import { DevicesSection } from '#web/features/accounts/DevicesSection.tsx'
import { LoggingInSection } from '#web/features/second-factor/LoggingInSection.tsx'
import { RecommendationChoice } from '#web/features/recommendations/RecommendationChoice.tsx'
import { PersonSection } from './PersonSection.tsx'
import styles from './ProfilePage.module.css'

/** The account in sections. A visitor is redirected to the search. */
export function ProfilePage() {
  const { accounts, profile: texts } = useTexts()
  const { profile } = accounts
  const { parts } = texts
  const { status, userData } = useSession()
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
              <PersonSection person={person} />
              <ReviewSection isFolded />
            </Part>
            <Part title={parts.money}>
              <Stack gap={6}>
                <BalanceSection person={person} />
                <SubscriptionSection person={person} />
                <PromocodeSection person={person} />
              </Stack>
              <Stack gap={6}>
                <PaymentsSection person={person} />
                <UsesHistorySection person={person} />
              </Stack>
            </Part>
            <Part title={parts.security}>
              <LoggingInSection userId={person.user_id} />
              <DevicesSection userId={person.user_id} />
            </Part>
            <Part title={parts.privacy}>
              <RecommendationChoice userId={person.user_id} />
              <Stack gap={6}>
                <DataSection />
                <DeletionSection person={person} />
              </Stack>
            </Part>
          </>
        )}
      </PageScaffold>
    </Queries>
  )
}

interface PartProps {
  readonly title: string
  readonly children: ReactNode
}

/** Sections about one thing, side by side where there is room, under a hairline. */
function Part({ title, children }: PartProps) {
  const titleId = useId()
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <Heading id={titleId}>{title}</Heading>
      <div className={styles.columns}>{children}</div>
    </section>
  )
}
