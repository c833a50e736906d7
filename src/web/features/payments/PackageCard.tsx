import { shownEmail } from '#shared/rules/email.ts'
import { useId } from 'react'
import { formatPrice } from '#shared/i18n/formats.ts'
import { ALLOWANCE, PACKAGES, type Package, pricePerUse } from '#shared/rules/uses.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { TabHeading } from '#web/kit/components/layout.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { InvoiceChoice } from './InvoiceChoice.tsx'
import styles from './PackageCard.module.css'
import { OFFER } from '#shared/paths.ts'
import { useTeam } from '#web/features/uses/WhoPays.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { WithAddress } from '#web/kit/components/WithAddress.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'

interface PackageCardProps {
  readonly offered: Package
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly isPaying: boolean
  readonly onPay: () => void
}

/** A package: its content, its price, and the price per contact. */
export function PackageCard({ offered, isOpen, onToggle, isPaying, onPay }: PackageCardProps) {
  const { landing, payments } = useTexts()
  const { shop } = payments
  const { language } = useLanguage()
  const [titleId, detailsId] = [useId(), useId()]
  const { name, price } = offered
  const isDaily = name === 'Business'
  const count = isDaily ? ALLOWANCE.uses : offered.uses
  const cheaper = PACKAGES.find(
    (other) => other.price < price && pricePerUse(other) < pricePerUse(offered) && !isDaily,
  )
  return (
    <Card
      isQuiet={!isOpen}
      isCompact={!isOpen}
      aria-labelledby={titleId}
      tab={
        <TabHeading level={2} id={titleId}>
          {name}
        </TabHeading>
      }
      figure={formatNumber(count, language)}
      figureLabel={isDaily ? shop.usesADay(count) : shop.uses(count)}
    >
      <p className={styles.text}>{landing.packages[name]}</p>
      <p className={styles.cost}>
        <span className={styles.price}>{formatPrice(price, language)}</span>
        <span className={styles.perContact}>
          {shop.perContact(formatPrice(pricePerUse(offered), language))}
        </span>
      </p>
      <div className={styles.choose}>
        <Button
          isWide
          look={isOpen ? 'outline' : 'ink'}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          aria-describedby={titleId}
          onClick={onToggle}
        >
          {shop.purchase}
        </Button>
      </div>
      {cheaper !== undefined && (
        <p className={classNames(styles.perContact, styles.whole)}>{shop.cheaper(cheaper.name)}</p>
      )}
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        {isOpen && <PackageDetails offered={offered} isPaying={isPaying} onPay={onPay} />}
      </div>
    </Card>
  )
}

interface PackageDetailsProps {
  readonly offered: Package
  readonly isPaying: boolean
  readonly onPay: () => void
}

/** Exactly what is bought, the terms, and the pay button. */
function PackageDetails({ offered, isPaying, onPay }: PackageDetailsProps) {
  const { payments, accounts, teams } = useTexts()
  const team = useTeam()
  const mayPay = useMay('payments')
  const { details, offer, pay, opening } = payments.shop
  const { language } = useLanguage()
  const email = useSession().userData?.userInformation.email
  const { name, uses, price } = offered
  const isDaily = name === 'Business'
  const benefits = isDaily
    ? [details.daily(formatNumber(ALLOWANCE.uses, language)), details.dates]
    : [details.atOnce(uses, formatNumber(uses, language)), details.neverExpire]
  const terms = [
    ...(isDaily ? [details.noCarry] : []),
    details.refund,
    ...(email === undefined ? [] : [details.receipt(shownEmail(email))]),
  ]
  return (
    <>
      <ul className={styles.lines}>
        {benefits.map((line) => (
          <li key={line}>
            <Icon name="check" size="small" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <ul className={styles.terms}>
        {terms.map((line) => (
          <li key={line}>
            <WithAddress text={line} address={email ?? ''} />
          </li>
        ))}
      </ul>
      <p className={styles.offer}>
        <span>{offer.before}</span>
        <a href={OFFER} target="_blank" rel="noreferrer">
          <span>{offer.link}</span>
          <VisuallyHidden>{`, ${accounts.signUp.opensNewTab}`}</VisuallyHidden>
        </a>
        <span>{offer.after}</span>
      </p>
      {team !== null && <p>{mayPay ? teams.paysFor(team.name) : teams.mayNot.payments(team.name)}</p>}
      <InvoiceChoice packageId={offered.packageId}>
        <Button look="accent" isWide isBusy={isPaying} disabled={!mayPay} onClick={onPay}>
          {pay(formatPrice(price, language))}
        </Button>
      </InvoiceChoice>
      <VisuallyHidden>
        <span role="status">{isPaying && opening}</span>
      </VisuallyHidden>
    </>
  )
}
