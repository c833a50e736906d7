import { OFFER } from '#shared/paths.ts'
import { ALLOWANCE, type Package } from '#shared/rules/uses.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { formatNumber, formatPrice } from '#web/kit/formats/format.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import styles from './PackageCard.module.css'

interface PackageDetailsProps {
  readonly offered: Package
  readonly isPaying: boolean
  readonly onPay: () => void
}

/** Exactly what is bought, the terms, and the pay button. */
export function PackageDetails({ offered: { name, uses, price }, isPaying, onPay }: PackageDetailsProps) {
  const { payments, accounts } = useTexts()
  const { details, offer, pay, opening } = payments.shop
  const { language } = useLanguage()
  const email = useSession().userData?.userInformation.email
  const lines =
    name === 'Business'
      ? [details.daily(formatNumber(ALLOWANCE.uses, language)), details.dates, details.noCarry]
      : [details.atOnce(uses, formatNumber(uses, language)), details.neverExpire]
  const all = [...lines, details.refund, ...(email === undefined ? [] : [details.receipt(email)])]
  return (
    <>
      <ul className={styles.lines}>
        {all.map((line) => (
          <li key={line}>
            <Icon name="check" size="small" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <p className={styles.offer}>
        {offer.before}
        <a href={OFFER} target="_blank" rel="noreferrer">
          {offer.link}
          <VisuallyHidden>, {accounts.signUp.opensNewTab}</VisuallyHidden>
        </a>
        {offer.after}
      </p>
      <Button look="accent" isWide isBusy={isPaying} onClick={onPay}>
        {pay(formatPrice(price, language))}
      </Button>
      <VisuallyHidden>
        <span role="status">{isPaying && opening}</span>
      </VisuallyHidden>
    </>
  )
}
