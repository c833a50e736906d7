import { useState } from 'react'
import { PACKAGES } from '#shared/rules/packages.ts'
import { PageHead } from '#web/app/PageHead.tsx'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { useSession } from '#web/session.ts'
import { formatNumber } from '#web/ui/format.ts'
import { usePreparedToasts } from '#web/ui/use-prepared-toasts.ts'
import { PackageCard } from './PackageCard.tsx'
import styles from './PurchasePage.module.css'
import { usePay } from './use-pay.tsx'

/** The four packages; one at a time is open, with its details and the button that leads to paying. */
export function PurchasePage() {
  const { shop } = useTexts().payments
  const [openId, setOpenId] = useState<number | null>(null)
  const { payingId, pay } = usePay()
  usePreparedToasts()
  return (
    <>
      <PageHead title={shop.title} description={shop.description} page="purchase" />
      <div className={styles.page}>
        <div className={styles.words}>
          <h1>{shop.title}</h1>
          <p className={styles.lead}>{shop.lead}</p>
          <Left />
        </div>
        <ul className={styles.cards}>
          {PACKAGES.map((offered) => {
            const { packageId } = offered
            return (
              <li key={packageId}>
                <PackageCard
                  offered={offered}
                  isOpen={openId === packageId}
                  onToggle={() => setOpenId(openId === packageId ? null : packageId)}
                  isPaying={payingId === packageId}
                  onPay={() => void pay(packageId)}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}

/** What a person has; its line is there from the first moment, so that nothing moves. */
function Left() {
  const { shop } = useTexts().payments
  const { language } = useLanguage()
  const { userData } = useSession()
  const uses = userData?.userInformation.uses
  return (
    <p className={styles.left}>
      {uses !== undefined && (uses === 0 ? shop.none : shop.left(uses, formatNumber(uses, language)))}
    </p>
  )
}
