import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PACKAGES } from '#shared/rules/uses.ts'
import { useIsHydrated } from '#web/kit/texts/hydration.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useTeam } from '#web/features/uses/WhoPays.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { useSession } from '#web/kit/api/session.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { scrollToOpened, useIsStill } from '#web/kit/components/motion.ts'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { PackageCard } from './PackageCard.tsx'
import styles from './PackageCard.module.css'
import { usePay } from './use-pay.tsx'

/** The four packages; one at a time is open, with its details and its pay button. */
export function PurchasePage() {
  const { shop } = useTexts().payments
  const asked = useAskedPackage()
  // Undefined until something is pressed.
  const [chosenId, setChosenId] = useState<number | null>()
  const openId = chosenId === undefined ? asked : chosenId
  const openCard = useRef<HTMLLIElement>(null)
  const isStill = useIsStill()
  useEffect(() => {
    // After the scroll to the top, which every navigation starts with.
    if (asked !== null) requestAnimationFrame(() => scrollToOpened(openCard.current))
  }, [asked])
  useEffect(() => {
    // The pay button is at the end of an opened card, which grows by a line when the person is known.
    const card = openCard.current
    if (chosenId === undefined || chosenId === null || card === null) return
    const growth = new ResizeObserver(() =>
      card.scrollIntoView({
        block: card.offsetHeight > window.innerHeight ? 'end' : 'nearest',
        behavior: isStill ? 'auto' : 'smooth',
      }),
    )
    growth.observe(card)
    return () => growth.disconnect()
  }, [chosenId, isStill])
  const { payingId, pay } = usePay()
  usePreparedToasts()
  return (
    <>
      <PageHead title={shop.title} description={shop.description} page="purchase" />
      <PageScaffold
        kind="sections"
        title={shop.title}
        lead={
          <>
            <p>{shop.lead}</p>
            <BalanceLine />
          </>
        }
      >
        <ul className={styles.cards}>
          {PACKAGES.map((offered) => {
            const { packageId } = offered
            return (
              <li key={packageId} ref={packageId === openId ? openCard : null} className={styles.card}>
                <PackageCard
                  offered={offered}
                  isOpen={openId === packageId}
                  onToggle={() => setChosenId(openId === packageId ? null : packageId)}
                  isPaying={payingId === packageId}
                  onPay={() => pay(packageId)}
                />
              </li>
            )
          })}
        </ul>
      </PageScaffold>
    </>
  )
}

/** Id of the package named in the URL, as in links to one package; null when there is none. */
function useAskedPackage(): number | null {
  const [query] = useSearchParams()
  const isHydrated = useIsHydrated()
  const asked = PACKAGES.find(({ name }) => name === query.get('package'))
  return isHydrated && asked !== undefined ? asked.packageId : null
}

/** The person's balance; its line is reserved from the start, so that nothing moves. */
function BalanceLine() {
  const { payments, teams } = useTexts()
  const { shop } = payments
  const { language } = useLanguage()
  const { userData } = useSession()
  const team = useTeam()
  const mayPay = useMay('payments')
  const uses = userData?.userInformation.uses ?? 0
  const own = uses === 0 ? shop.none : shop.left(uses, formatNumber(uses, language))
  const teamLine = (name: string) =>
    mayPay
      ? `${teams.purse.of(name, formatNumber(uses, language), uses)}. ${teams.paysFor(name)}`
      : teams.mayNot.payments(name)
  return <p className={styles.left}>{userData === null ? null : team === null ? own : teamLine(team.name)}</p>
}
