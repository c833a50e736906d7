import { FEATURES } from '#shared/rules/features.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/Queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { usePreparedToasts } from '#web/kit/toasts/use-prepared-toasts.ts'
import { FeatureCard } from './FeatureCard.tsx'
import { SponsorInvitation } from './SponsorInvitation.tsx'
import { useVote } from './use-vote.ts'
import styles from './VotePage.module.css'
import { WayBack } from './WayBack.tsx'

/** Which feature comes next: everybody reads, sponsors vote once. */
export function VotePage() {
  const { vote } = useTexts().feedback
  return (
    <Queries>
      <PageHead title={vote.title} description={vote.description} page="vote" />
      <div className={styles.page}>
        <div className={styles.intro}>
          <h1>{vote.title}</h1>
          <p>{vote.lead}</p>
        </div>
        <Ballot />
      </div>
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
            // Nobody is led by what others chose before.
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
