import { useTexts } from '#web/kit/texts/texts.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import cardStyles from './PurchaseCard.module.css'
import listStyles from './PurchaseList.module.css'

const CARDS = ['first', 'second', 'third', 'fourth']

/** Placeholders of purchases that are loading, each as large as a card. */
export function PurchaseSkeletons() {
  const { common } = useTexts()
  return (
    <div className={listStyles.list} role="status" aria-label={common.loading}>
      <div className={listStyles.near}>
        {CARDS.map((card) => (
          <Card key={card} tab={<Skeleton width="9rem" />} isQuiet aria-hidden="true">
            <div className={cardStyles.head}>
              <Skeleton width="2.75rem" height="2.75rem" />
              <Skeleton width="55%" />
            </div>
            <div>
              <p className={cardStyles.address}>
                <Skeleton width="75%" height="1.6em" />
                <Skeleton width="0" height="2.75rem" />
              </p>
              <p className={cardStyles.source}>
                <Skeleton width="60%" />
              </p>
            </div>
          </Card>
        ))}
      </div>
    </div>
  )
}
