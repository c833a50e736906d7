import type { NoContactReason } from '#shared/rules/creators.ts'
import { useEffect, useRef, useState } from 'react'
import { ContactEvidence, ContactEvidenceSkeleton } from '#web/features/evidence/ContactEvidence.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { WhoPays, useTeam } from '#web/features/uses/WhoPays.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { useSession } from '#web/kit/api/session.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { classNames } from '#web/kit/components/class-names.ts'
import { useCopy } from '#web/kit/components/CopyButton.tsx'
import { Icon, Spinner } from '#web/kit/components/Icon.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { useIsStill } from '#web/kit/components/motion.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { mailTo } from '#web/kit/links/mail-to.ts'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { ContactFoot, ContactSlip } from './ContactSlip.tsx'
import { AskReveal, useRevealQuestion, type WatchedChannel } from './Inactivity.tsx'
import styles from './RevealPanel.module.css'
import { type RevealedChannel, type RevealStatus, useReveal } from './use-reveal.tsx'

interface Offered {
  readonly hasContact: boolean
  readonly noContactReason: NoContactReason | null
}

interface RevealPanelProps {
  /** Null while the card is loading. */
  readonly channel: (RevealedChannel & WatchedChannel & Offered) | null
  /** On one of several cards: without strip and balance, and less prominent. */
  readonly isCompact?: boolean
}

/** The part of a channel's card where its contact is bought and shown. */
export function RevealPanel({ channel, isCompact = false }: RevealPanelProps) {
  if (channel !== null) return <FilledPanel channel={channel} isCompact={isCompact} />
  return (
    <div className={classNames(styles.panel, isCompact && styles.compact)}>
      {isCompact ? <div /> : <div className={styles.slipPlace} />}
      <div className={styles.row}>
        <Skeleton width="11rem" height="3rem" />
      </div>
      {isCompact ? (
        <p className={styles.known} aria-hidden="true">
          <Skeleton width="14rem" height="0.8em" />
        </p>
      ) : (
        <ContactEvidenceSkeleton />
      )}
    </div>
  )
}

interface FilledPanelProps {
  readonly channel: NonNullable<RevealPanelProps['channel']>
  readonly isCompact: boolean
}

function FilledPanel({ channel, isCompact }: FilledPanelProps) {
  const { reveals, search } = useTexts()
  const { language } = useLanguage()
  const { status: sessionStatus, userData } = useSession()
  const team = useTeam()
  const mayReveal = useMay('reveal')
  const { reveal, status, press: buy } = useReveal(channel)
  const { state, record } = reveal
  const contact = state === 'sold' || state === 'owned' ? reveal.contact : null
  const question = useRevealQuestion(channel)
  const place = useRef<HTMLDivElement>(null)
  const isStill = useIsStill()
  usePreparedToasts()
  const hasAnswered = status === 'success'
  useEffect(() => {
    if (hasAnswered)
      place.current?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' })
  }, [hasAnswered, isStill])
  const isOwned = state === 'sold' || record !== undefined
  // Nothing is spent by visitors, nor on what is bought.
  const isFree = isOwned || sessionStatus === 'out'
  const press = () => (isFree ? buy() : void question.ask(buy))
  const cost = mayReveal && 'isCostKnown' in reveal && reveal.isCostKnown ? reveals.cost : ''
  const withoutContact =
    channel.noContactReason === null
      ? search.noContactKnown
      : `${search.noContactReasons[channel.noContactReason]}.`
  return (
    <div ref={place} className={classNames(styles.panel, isCompact && styles.compact)}>
      <ContactSlip
        contact={contact}
        record={record}
        isCovered={!isCompact && !isOwned && channel.hasContact}
        isTorn={state === 'sold'}
        status={status}
      />
      <div className={styles.row}>
        <span className={classNames(styles.actions, contact !== null && styles.several)}>
          <RevealButton
            status={question.isChecking ? 'busy' : status}
            busyText={question.isChecking ? reveals.asking : reveals.loading}
            email={contact?.email ?? null}
            isDisabled={contact === null && !(channel.hasContact && mayReveal)}
            isQuiet={isCompact || isOwned || !channel.hasContact}
            onPress={press}
          />
          {contact !== null && (
            <a className={styles.write} href={mailTo(contact.email)} title={reveals.writeTitle}>
              <Icon name="mail" />
              <span>{` ${reveals.write}`}</span>
            </a>
          )}
        </span>
        <p className={styles.note}>
          {!isOwned && <span>{`${channel.hasContact ? cost : withoutContact} `}</span>}
          {team !== null
            ? !isOwned && channel.hasContact && <WhoPays />
            : !isCompact &&
              userData !== null && (
                <span>{` ${reveals.uses(formatNumber(userData.userInformation.uses, language))}`}</span>
              )}
          <span className={styles.told} role="status">
            {state === 'sold' && reveal.isRepeat && (
              <>
                <Icon name="info" size="small" />
                <span>{` ${reveals.alreadyBought}`}</span>
              </>
            )}
            {state === 'failed' && (
              <strong>{reveal.cost === 'none' ? reveals.notSpent : reveals.perhapsSpent}</strong>
            )}
          </span>
        </p>
      </div>
      {contact !== null && <ContactFoot contact={contact} record={record} />}
      {!isOwned &&
        channel.hasContact &&
        (isCompact ? (
          <EvidenceOnDemand channelId={channel.channelId} />
        ) : (
          <ContactEvidence channelId={channel.channelId} />
        ))}
      <AskReveal channel={channel} question={question} />
    </div>
  )
}

/** The same where there is little room; nothing is asked before it is opened. */
function EvidenceOnDemand({ channelId }: { readonly channelId: string }) {
  const { evidence } = useTexts()
  const [wasOpened, setOpened] = useState(false)
  return (
    <details className={styles.known} onToggle={() => setOpened(true)}>
      <summary>
        <span>{evidence.title}</span>
        <Icon name="down" size="small" />
      </summary>
      {wasOpened && <ContactEvidence channelId={channelId} />}
    </details>
  )
}

interface RevealButtonProps {
  readonly status: RevealStatus
  /** What is being waited for. */
  readonly busyText: string
  /** The revealed address, which the button then copies. */
  readonly email: string | null
  /** There is nothing to get. */
  readonly isDisabled: boolean
  /** Less prominent: there is nothing to get any more, or yet. */
  readonly isQuiet: boolean
  readonly onPress: () => void
}

/**
 * 'get data': a check mark or a cross shows the result, then fades back to the text; once there is an address, to 'Copy'.
 * It stays the same button, so that the focus stays where it was.
 */
function RevealButton({ status, busyText, email, isDisabled, isQuiet, onPress }: RevealButtonProps) {
  const { reveals } = useTexts()
  const [hasChanged, setHasChanged] = useState(false)
  const { isCopied, copy } = useCopy(reveals.copyFailed)
  if (!hasChanged && status !== 'default') setHasChanged(true)
  const outcome = { default: null, busy: busyText, success: reveals.done, fail: reveals.failed }[status]
  const label = email === null ? reveals.getData : reveals.copyContact
  const face = isCopied ? 'copied' : status
  const press = () => {
    if (status === 'busy') return
    if (email === null) onPress()
    else void copy(email)
  }
  return (
    <button
      type="button"
      className={classNames(styles.button, isQuiet && styles.quiet, styles[status])}
      aria-busy={status === 'busy' || undefined}
      aria-disabled={status === 'busy' || undefined}
      disabled={isDisabled}
      onClick={press}
    >
      <span key={face} className={classNames(styles.face, hasChanged && styles.dissolving)}>
        {face === 'default' && email !== null && <Icon name="copy" />}
        {face === 'default' && <span>{label}</span>}
        {face === 'busy' && <Spinner />}
        {(face === 'success' || face === 'copied') && <Icon name="check" />}
        {face === 'fail' && <Icon name="cross" />}
        {face !== 'default' && <VisuallyHidden>{label}</VisuallyHidden>}
      </span>
      <VisuallyHidden>
        <span role="status">{isCopied ? reveals.contactCopied : outcome}</span>
      </VisuallyHidden>
    </button>
  )
}
