import { useEffect, useRef } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { useIsStill } from '#web/kit/components/motion.ts'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import { RevealButton } from './RevealButton.tsx'
import styles from './RevealPanel.module.css'
import { type RevealedChannel, useReveal } from './use-reveal.tsx'

interface RevealPanelProps {
  /** Null while the card is loading. */
  readonly channel: (RevealedChannel & { readonly hasContact: boolean }) | null
}

/** The part of a channel's card where its contact is bought and shown. */
export function RevealPanel({ channel }: RevealPanelProps) {
  if (channel !== null) return <FilledPanel channel={channel} />
  return (
    <div className={styles.row}>
      <Skeleton width="11rem" height="3rem" />
    </div>
  )
}

function FilledPanel({ channel }: { readonly channel: NonNullable<RevealPanelProps['channel']> }) {
  const { reveals, search, purchases } = useTexts()
  const { language } = useLanguage()
  const { userData } = useSession()
  const { status, contact, record, isCostKnown, isRepeat, reveal } = useReveal(channel)
  const place = useRef<HTMLDivElement>(null)
  const isStill = useIsStill()
  usePreparedToasts()
  const hasAnswered = status === 'success'
  useEffect(() => {
    if (hasAnswered)
      place.current?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' })
  }, [hasAnswered, isStill])
  const isOwned = contact !== null || record !== undefined
  const cost = isCostKnown ? reveals.cost : ''
  return (
    <>
      <div className={styles.row}>
        <RevealButton
          status={status}
          isQuiet={isOwned || !channel.hasContact}
          onPress={() => void reveal()}
        />
        <p className={styles.note}>
          {record !== undefined
            ? reveals.yoursSince(formatDate(record.boughtAt, language))
            : isOwned
              ? reveals.owned
              : channel.hasContact
                ? cost
                : search.noContactKnown}
          {userData !== null && ` ${reveals.uses(formatNumber(userData.userInformation.uses, language))}`}
          <span className={styles.repeat} role="status">
            {isRepeat && (
              <>
                <Icon name="info" size="small" /> {reveals.alreadyBought}
              </>
            )}
          </span>
        </p>
      </div>
      <div ref={place} className={styles.contact} role="status">
        {contact !== null && <ContactSheet contact={contact} />}
        {contact === null && record !== undefined && purchases.withheld[record.withheld ?? 'gone']}
      </div>
    </>
  )
}
