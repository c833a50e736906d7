import { classNames } from '#web/kit/components/class-names.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './ChannelLinks.module.css'

interface ChannelLinksProps {
  readonly channel: { readonly channelId: string; readonly channel_name: string }
  /** Where there is little room, only the signs show. */
  readonly isShort?: boolean
  /** The signs stand above each other. */
  readonly isUpright?: boolean
}

/** The ways from a channel's card or row to its page, and to channels like it. */
export function ChannelLinks({ channel, isShort = false, isUpright = false }: ChannelLinksProps) {
  const { reveals } = useTexts()
  const links = [
    { key: 'about', icon: 'info', text: reveals.about, part: {} },
    { key: 'similar', icon: 'alike', text: reveals.similar, part: { part: 'similar' } },
  ] as const
  return (
    <span className={isShort ? classNames(styles.short, isUpright && styles.upright) : styles.links}>
      {links.map(({ key, icon, text, part }) => {
        const label = `${text}: ${channel.channel_name}`
        return isShort ? (
          <ChannelLink key={key} channel={channel} {...part} aria-label={label} title={label}>
            <Icon name={icon} />
          </ChannelLink>
        ) : (
          <ChannelLink key={key} channel={channel} {...part}>
            <Icon name={icon} size="small" />
            <span>{text}</span>
            <VisuallyHidden>{`: ${channel.channel_name}`}</VisuallyHidden>
          </ChannelLink>
        )
      })}
    </span>
  )
}
