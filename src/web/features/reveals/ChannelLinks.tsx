import { Links } from '#web/kit/components/layout.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { RowMenu } from '#web/kit/components/RowMenu.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface ChannelLinksProps {
  readonly channel: { readonly channelId: string; readonly channel_name: string }
}

/** The ways from a channel's card to its page, and to channels like it. */
export function ChannelLinks({ channel }: ChannelLinksProps) {
  return (
    <Links look="small">
      <Ways channel={channel} isList />
    </Links>
  )
}

interface ChannelMenuProps extends ChannelLinksProps {
  /** What else can be done with the row. */
  readonly children?: Elements
}

/** The same in the menu of a row. */
export function ChannelMenu({ channel, children }: ChannelMenuProps) {
  const { reveals } = useTexts()
  return (
    <RowMenu label={reveals.more(channel.channel_name)}>
      <Ways channel={channel} />
      {children}
    </RowMenu>
  )
}

interface WaysProps extends ChannelLinksProps {
  readonly isList?: boolean
}

function Ways({ channel, isList = false }: WaysProps) {
  const { reveals } = useTexts()
  const ways = [
    { icon: 'info', text: reveals.about, part: {} },
    { icon: 'alike', text: reveals.similar, part: { part: 'similar' } },
  ] as const
  const links = ways.map(({ icon, text, part }) => (
    <ChannelLink key={icon} channel={channel} {...part}>
      <Icon name={icon} size="small" />
      <span>{text}</span>
      <VisuallyHidden>{`: ${channel.channel_name}`}</VisuallyHidden>
    </ChannelLink>
  ))
  return isList ? links.map((link) => <li key={link.key}>{link}</li>) : links
}
