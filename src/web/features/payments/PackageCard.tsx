import { useId } from 'react'
import { ALLOWANCE, type Package, pricePerUse } from '#shared/rules/uses.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { formatNumber, formatPrice } from '#web/kit/formats/format.ts'
import { TabHeading } from '#web/kit/components/layout.tsx'
import styles from './PackageCard.module.css'
import { PackageDetails } from './PackageDetails.tsx'

interface PackageCardProps {
  readonly offered: Package
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly isPaying: boolean
  readonly onPay: () => void
}

/** A package: its content, its price, and the price per contact. */
export function PackageCard({ offered, isOpen, onToggle, isPaying, onPay }: PackageCardProps) {
  const { shop } = useTexts().payments
  const { language } = useLanguage()
  const [titleId, detailsId] = [useId(), useId()]
  const { name, price } = offered
  const isDaily = name === 'Business'
  const count = isDaily ? ALLOWANCE.uses : offered.uses
  return (
    <Card
      isQuiet={!isOpen}
      aria-labelledby={titleId}
      tab={
        <TabHeading level={2} id={titleId}>
          {name}
        </TabHeading>
      }
      figure={formatNumber(count, language)}
      figureLabel={isDaily ? shop.usesADay(count) : shop.uses(count)}
    >
      <p className={styles.fits}>{shop.fits[name]}</p>
      <p className={styles.cost}>
        <span className={styles.price}>{formatPrice(price, language)}</span>
        <span className={styles.perContact}>
          {shop.perContact(formatPrice(pricePerUse(offered), language))}
        </span>
      </p>
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
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        {isOpen && <PackageDetails offered={offered} isPaying={isPaying} onPay={onPay} />}
      </div>
    </Card>
  )
}
