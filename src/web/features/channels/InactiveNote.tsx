import { AliveReport, useInactivity } from '#web/features/reveals/Inactivity.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './ChannelCard.module.css'
import type { Channel } from './use-channel.ts'

/** Why a channel counts as inactive, and a way to say that it does not; nothing for other channels. */
export function InactiveNote({ channel }: { readonly channel: Channel }) {
  const { reveals } = useTexts()
  const inactivity = useInactivity()(channel)
  if (inactivity === null) return null
  return (
    <div className={styles.inactive}>
      <Icon name="clock" />
      <p>
        <strong>{`${inactivity.sentences} `}</strong>
        <span>{reveals.inactiveText}</span>
      </p>
      <AliveReport channel={channel} />
    </div>
  )
}
