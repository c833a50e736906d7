import { Facts } from '#web/kit/components/lists.tsx'
import { PATHS } from '#shared/paths.ts'
import { PACKAGES } from '#shared/rules/uses.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Section } from '#web/kit/components/layout.tsx'
import type { UserInformation } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { formatDay } from '#web/kit/formats/format.ts'

const BUSINESS = PACKAGES[3].name

/** When the subscription ends; only subscribers see it. */
export function SubscriptionSection({ person }: { readonly person: UserInformation }) {
  const { subscription } = useTexts().payments
  const { isSubscriber, subscription_expiration: lastDate } = person
  if (!isSubscriber || lastDate === null) return null
  return (
    <Section title={subscription.title}>
      <Facts
        look="below"
        facts={[
          [
            `${BUSINESS}: ${subscription.until}`,
            // The Russian format in every language.
            <time key="date" lang="ru" dateTime={lastDate}>
              {formatDay(lastDate, 'ru')}
            </time>,
          ],
        ]}
      />
      <div>
        <ButtonLink to={PATHS.purchase}>{subscription.extend}</ButtonLink>
      </div>
    </Section>
  )
}
