import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { useSession } from '#web/session.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import { RevealButton } from './RevealButton.tsx'
import styles from './RevealPanel.module.css'
import { type RevealedChannel, useReveal } from './use-reveal.tsx'

interface RevealPanelProps {
  /** Null while the card is on its way. */
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
  const { reveals, search } = useTexts()
  const { language } = useLanguage()
  const { userData } = useSession()
  const { status, contact, isCostKnown, reveal } = useReveal(channel)
  const cost = isCostKnown ? reveals.cost : ''
  return (
    <>
      <div className={styles.row}>
        <RevealButton
          status={status}
          isQuiet={contact === null && !channel.hasContact}
          onPress={() => void reveal()}
        />
        <p className={styles.note}>
          {contact !== null ? reveals.owned : channel.hasContact ? cost : search.noContactKnown}
          {userData !== null && ` ${reveals.uses(formatNumber(userData.userInformation.uses, language))}`}
        </p>
      </div>
      <div className={styles.contact} role="status">
        {contact !== null && <ContactSheet contact={contact} />}
      </div>
    </>
  )
}
