import { FEATURES } from '#shared/rules/features.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/Queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { usePreparedToasts } from '#web/kit/toasts/use-prepared-toasts.ts'
import { PageScaffold } from '#web/kit/components/PageScaffold.tsx'
import { FeatureCard } from './FeatureCard.tsx'
import { SponsorInvitation } from './SponsorInvitation.tsx'
import { useVote } from './use-vote.ts'
import styles from './VotePage.module.css'
import { PATHS } from '#shared/paths.ts'
import { useCountdown } from '#web/kit/components/use-countdown.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { Actions, Stack } from '#web/kit/components/layout.tsx'

/** The next feature: everybody can read, sponsors vote once. */
export function VotePage() {
  const { vote } = useTexts().feedback
  return (
    <Queries>
      <PageHead title={vote.title} description={vote.description} page="vote" />
      <PageScaffold kind="text" width={60} title={vote.title} lead={vote.lead}>
        <Ballot />
      </PageScaffold>
    </Queries>
  )
}

function Ballot() {
  const { feedback, common } = useTexts()
  const { status, userData } = useSession()
  usePreparedToasts()
  const isEnabled = userData?.userInformation.isVoteEnabled === true
  const { results, ownVote, busyWith, justVoted, state, retry, cast } = useVote(isEnabled)
  return (
    <>
      <div className={styles.options}>
        {FEATURES.map((feature, index) => (
          <FeatureCard
            key={feature}
            feature={feature}
            place={index + 1}
            // Hidden until the person has voted, so that results influence nobody.
            votes={ownVote === null ? null : (results.get(feature) ?? 0)}
            isOwn={ownVote === feature}
            isBusy={busyWith === feature}
            isLocked={state !== 'ready' || ownVote !== null || busyWith !== null}
            onVote={isEnabled ? () => void cast(feature) : null}
          />
        ))}
      </div>
      {isEnabled && state === 'error' && (
        <p className={styles.failure} role="alert">
          {feedback.vote.unknown} <Button onClick={retry}>{common.retry}</Button>
        </p>
      )}
      {justVoted && <WayBack />}
      {status !== 'restoring' && !isEnabled && <SponsorInvitation />}
    </>
  )
}

/** Leads to the start page, unless the person stays. */
function WayBack() {
  const { feedback, status, common } = useTexts()
  const { backIn } = feedback.vote
  const { secondsLeft, announced, stay } = useCountdown(PATHS.landing, backIn)
  return (
    <Stack gap={4}>
      <p aria-hidden="true">{secondsLeft === null ? status.countdown.stopped : backIn(secondsLeft)}</p>
      <VisuallyHidden>
        <span role="status">{announced}</span>
      </VisuallyHidden>
      <Actions>
        <ButtonLink look="ink" to={PATHS.landing}>
          {common.toHome}
        </ButtonLink>
        {secondsLeft !== null && <Button onClick={stay}>{status.countdown.stay}</Button>}
      </Actions>
    </Stack>
  )
}
