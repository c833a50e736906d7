import { formatPrice } from '#shared/i18n/formats.ts'
import { PACKAGES } from '#shared/rules/uses.ts'
import { Card } from '#web/kit/components/Card.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { PageLink } from '../../kit/links/PageLink.tsx'
import { useLanguage, useStartTexts } from '../../kit/texts/texts.tsx'
import styles from './LandingPage.module.css'

type Package = (typeof PACKAGES)[number]

/** Prices of uses; each card links to the purchase page. */
export function PackageCards() {
  const { landing } = useStartTexts()
  return (
    <section className={styles.section} aria-labelledby="packages">
      <div className={styles.words}>
        <h2 id="packages">{landing.packagesTitle}</h2>
        <p>{landing.packagesText}</p>
      </div>
      <ul className={styles.packages}>
        {PACKAGES.map((offered) => (
          <li key={offered.packageId}>
            <PackageCard offered={offered} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The subscription's uses are counted per day. */
const USES_A_DAY = 5

function PackageCard({ offered: { name, uses, price } }: { readonly offered: Package }) {
  const { landing } = useStartTexts()
  const { language } = useLanguage()
  const isDaily = name === 'Business'
  const count = isDaily ? USES_A_DAY : uses
  return (
    <Card
      tab={name}
      isQuiet={!isDaily}
      aria-label={name}
      figure={formatNumber(count, language)}
      figureLabel={isDaily ? landing.usesADay(count) : landing.uses(count)}
    >
      <p className={styles.about}>{landing.packages[name]}</p>
      <div>
        <p className={styles.price}>{formatPrice(price, language)}</p>
        <ul className={styles.links}>
          <li>
            <PageLink page="purchase" search={`?package=${name}`}>
              {landing.toPackage(name)}
            </PageLink>
          </li>
        </ul>
      </div>
    </Card>
  )
}
