import { PATHS } from '#shared/paths.ts'
import { useLeavingState } from '#web/kit/links/came-from.ts'
import { useConfig } from '#web/kit/api/config.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { EmptyState } from '#web/kit/components/EmptyState.tsx'

/** Invites people to become sponsors: through the operator's campaign, else by e-mail. */
export function SponsorInvitation() {
  const { vote } = useTexts().feedback
  const { status } = useSession()
  const leaving = useLeavingState()
  const config = useConfig()
  const campaign = config?.sponsorCampaignUrl ?? null
  const ask = config !== null && campaign === null ? ` ${vote.sponsorAsk(config.supportEmail)}` : ''
  return (
    <EmptyState icon="person" title={vote.sponsorTitle} text={`${vote.sponsorText}${ask}`}>
      {campaign !== null && (
        <ButtonLink look="accent" to={campaign} target="_blank" rel="noopener noreferrer">
          {vote.sponsorLink}
        </ButtonLink>
      )}
      {status === 'out' && (
        <ButtonLink look="ink" to={PATHS.authorization} state={leaving}>
          {vote.sponsorLogIn}
        </ButtonLink>
      )}
    </EmptyState>
  )
}
