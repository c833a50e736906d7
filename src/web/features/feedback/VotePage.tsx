import { PATHS } from '#shared/paths.ts'
import type { PageName } from '#shared/pages.ts'
import { type FeatureName, FEATURES } from '#shared/rules/feedback.ts'
import { LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import { useConfig } from '#web/kit/api/config.ts'
import { Queries } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { BecomeSponsor } from './BecomeSponsor.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { EmptyState } from '#web/kit/components/states.tsx'
import {
  Actions,
  Box,
  Columns,
  Heading,
  Line,
  PageScaffold,
  Stack,
  Words,
} from '#web/kit/components/layout.tsx'
import { CountdownLine } from '#web/kit/components/CountdownLine.tsx'
import { useCountdown } from '#web/kit/components/countdown.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLeavingState } from '#web/kit/links/location-state.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { useVote } from './use-vote.ts'

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
      <Columns min={20} gap={5}>
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
            onVote={isEnabled ? () => cast(feature) : null}
          />
        ))}
      </Columns>
      <BuiltExport />
      {isEnabled && state === 'error' && (
        <Line gap={4} role="alert">
          <span>{`${feedback.vote.unknown} `}</span>
          <Button onClick={retry}>{common.retry}</Button>
        </Line>
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
  const left = useCountdown({ path: PATHS.landing, announce: backIn })
  return (
    <Stack gap={4}>
      <CountdownLine countdown={left}>
        <span>{`${backIn(left.seconds)} ${status.countdown.howToStay}`}</span>
      </CountdownLine>
      <Actions>
        <ButtonLink look="ink" to={PATHS.landing}>
          {common.toHome}
        </ButtonLink>
      </Actions>
    </Stack>
  )
}

/** Where each feature is used. */
const WHERE = {
  'Dead channels Filtration': { page: 'search', search: `?silent=${LONG_INACTIVE_DAYS}` },
  'Recommendation System': { page: 'recommendations' },
} as const satisfies Record<FeatureName, { page: PageName; search?: string }>

interface FeatureCardProps {
  readonly feature: FeatureName
  /** From 1. */
  readonly place: number
  /** Null while they are hidden. */
  readonly votes: number | null
  readonly isOwn: boolean
  readonly isBusy: boolean
  readonly isLocked: boolean
  /** Null for people who may not vote. */
  readonly onVote: (() => void) | null
}

/** One of the features, what it would do, and its vote button. */
function FeatureCard({ feature, place, votes, isOwn, isBusy, isLocked, onVote }: FeatureCardProps) {
  const { vote, place: written } = useTexts().feedback
  const { language } = useLanguage()
  const { name, text, link } = vote.features[feature]
  return (
    <Card
      tab={isOwn ? vote.yourVote : written(formatNumber(place, language))}
      isQuiet={!isOwn}
      heading={<Heading>{name}</Heading>}
      {...(votes !== null && { figure: formatNumber(votes, language), figureLabel: vote.votes(votes) })}
    >
      <Stack gap={3} isFilling>
        <Built />
        <p>{text}</p>
        <p>
          <PageLink {...WHERE[feature]}>{link}</PageLink>
        </p>
      </Stack>
      {onVote !== null && (
        <div>
          <Button
            look="ink"
            {...(isOwn && { icon: 'check' })}
            isBusy={isBusy}
            disabled={isLocked && !isBusy}
            aria-label={isOwn ? undefined : vote.buttonFor(name)}
            onClick={onVote}
          >
            {isOwn ? vote.yourVote : vote.button}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** That a feature can be used. */
function Built() {
  const { vote } = useTexts().feedback
  return (
    <Words tone="success" isSmall>
      <Icon name="check" size="small" />
      <span>{vote.built}</span>
    </Words>
  )
}

/** The third feature that was announced; it is complete, so there is no vote on it. */
function BuiltExport() {
  const { vote } = useTexts().feedback
  return (
    <section aria-label={vote.exportName}>
      <Box isRuled>
        <Stack gap={1}>
          <Built />
          <p>
            <strong>{`${vote.exportName}. `}</strong>
            <span>{`${vote.exportText} `}</span>
            <PageLink page="purchases">{vote.exportLink}</PageLink>
          </p>
        </Stack>
      </Box>
    </section>
  )
}

/** Invites people to become sponsors: through the operator's campaign, else by e-mail. */
function SponsorInvitation() {
  const { vote } = useTexts().feedback
  const { status } = useSession()
  const leaving = useLeavingState()
  const config = useConfig()
  const campaign = config?.sponsorCampaignUrl ?? null
  const ask = config !== null && campaign === null ? ` ${vote.sponsorAsk(config.supportEmail)}` : ''
  return (
    <EmptyState drawing="rosette" title={vote.sponsorTitle} text={`${vote.sponsorText}${ask}`}>
      <BecomeSponsor />
      {status === 'out' && (
        <ButtonLink to={PATHS.authorization} state={leaving}>
          {vote.sponsorLogIn}
        </ButtonLink>
      )}
    </EmptyState>
  )
}
