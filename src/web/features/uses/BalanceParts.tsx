import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { UserInformation } from '#web/kit/api/session.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import styles from './BalanceParts.module.css'
import { useUsesHistory } from './use-uses-history.ts'

/** The parts of a subscriber's balance: uses that never expire, and the rest of today's allowance. */
export function BalanceParts({ person }: { readonly person: UserInformation }) {
  const { balance } = useTexts().uses
  const { language } = useLanguage()
  const { meta, error } = useUsesHistory(person.user_id)
  if (!person.isSubscriber) return null
  if (error !== null && meta === null) return <p className={styles.failed}>{balance.failed}</p>
  const number = (value: number) => formatNumber(value, language)
  const today = meta?.today ?? null
  return (
    <dl className={styles.parts}>
      <div>
        <dt>{balance.bought}</dt>
        <dd>{meta === null ? '\u2026' : number(meta.balance)}</dd>
      </div>
      <div>
        <dt>
          {balance.today}
          <span className={styles.note}>{balance.fullAgain}</span>
        </dt>
        <dd>
          {meta === null ? '\u2026' : balance.ofToday(number(today?.left ?? 0), number(today?.granted ?? 0))}
        </dd>
      </div>
    </dl>
  )
}
