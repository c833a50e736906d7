import { useConfig } from '#web/kit/api/config.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** Leads to the operator's campaign for sponsors, else to a new email to the operator. */
export function BecomeSponsor() {
  const { vote } = useTexts().feedback
  const config = useConfig()
  if (config === null) return null
  const { sponsorCampaignUrl: campaign, supportEmail } = config
  const given = campaign === null ? {} : { target: '_blank', rel: 'noopener noreferrer' }
  const subject = encodeURIComponent(vote.sponsorLink)
  return (
    <ButtonLink look="accent" to={campaign ?? `mailto:${supportEmail}?subject=${subject}`} {...given}>
      {vote.sponsorLink}
    </ButtonLink>
  )
}
