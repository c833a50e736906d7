import { useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon, Spinner } from '#web/kit/components/Icon.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { useIsStill } from '#web/kit/components/motion.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import styles from './RevealPanel.module.css'
import { type RevealedChannel, type RevealStatus, useReveal } from './use-reveal.tsx'

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

interface RevealButtonProps {
  readonly status: RevealStatus
  /** Less prominent: there is nothing to get yet. */
  readonly isQuiet?: boolean
  readonly onPress: () => void
}

/** 'get data': a check mark or a cross shows the result, then fades back to the text. The label stays. */
function RevealButton({ status, isQuiet = false, onPress }: RevealButtonProps) {
  const { reveals } = useTexts()
  const [hasChanged, setHasChanged] = useState(false)
  if (!hasChanged && status !== 'default') setHasChanged(true)
  const outcome = { default: null, busy: reveals.loading, success: reveals.done, fail: reveals.failed }[
    status
  ]
  return (
    <button
      type="button"
      className={classNames(styles.button, isQuiet && styles.quiet, styles[status])}
      aria-busy={status === 'busy' || undefined}
      aria-disabled={status === 'busy' || undefined}
      onClick={() => {
        if (status !== 'busy') onPress()
      }}
    >
      <span key={status} className={classNames(styles.face, hasChanged && styles.dissolving)}>
        {status === 'default' && reveals.getData}
        {status === 'busy' && <Spinner />}
        {status === 'success' && <Icon name="check" />}
        {status === 'fail' && <Icon name="cross" />}
        {status !== 'default' && <VisuallyHidden>{reveals.getData}</VisuallyHidden>}
      </span>
      <VisuallyHidden>
        <span role="status">{outcome}</span>
      </VisuallyHidden>
    </button>
  )
}
