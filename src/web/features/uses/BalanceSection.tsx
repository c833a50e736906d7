import { Facts } from '#web/kit/components/lists.tsx'
import { PATHS } from '#shared/paths.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { type UserInformation, useHolderId } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { Lead, Note, Section } from '#web/kit/components/layout.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useUsesHistory } from './use-uses-history.ts'

/** The balance, and a link to buy more. */
export function BalanceSection({ person }: { readonly person: UserInformation }) {
  const { profile } = useTexts().accounts
  const { language } = useLanguage()
  return (
    <Section
      title={profile.balance}
      isActive
      figure={formatNumber(person.uses, language)}
      figureLabel={profile.uses(person.uses)}
    >
      <BalanceParts person={person} />
      {useMay('payments') && (
        <div>
          <ButtonLink to={PATHS.purchase} icon="plus">
            {profile.buyUses}
          </ButtonLink>
        </div>
      )}
    </Section>
  )
}

/** The parts of a subscriber's balance: uses that never expire, and the rest of today's allowance. */
function BalanceParts({ person }: { readonly person: UserInformation }) {
  const { balance } = useTexts().uses
  const { language } = useLanguage()
  const { meta, error } = useUsesHistory(useHolderId() ?? 0)
  if (!person.isSubscriber) return null
  if (error !== null && meta === null) return <Lead>{balance.failed}</Lead>
  const number = (value: number) => formatNumber(value, language)
  const today = meta?.today ?? null
  return (
    <Facts
      look="amounts"
      facts={[
        [balance.bought, meta === null ? '\u2026' : number(meta.balance)],
        [
          <>
            <span>{balance.today}</span>
            <Note>{balance.fullAgain}</Note>
          </>,
          meta === null ? '\u2026' : balance.ofToday(number(today?.left ?? 0), number(today?.granted ?? 0)),
        ],
      ]}
    />
  )
}
