import { Link, type LinkProps } from 'react-router'
import { channelPath } from '#shared/paths.ts'
import { usePreloading } from './PageLink.tsx'

interface ChannelLinkProps extends Omit<LinkProps, 'to'> {
  readonly channel: { readonly channelId: string; readonly channel_name: string }
  /** The part of the page to lead to. */
  readonly part?: 'similar'
}

/** A link to a channel's page; the page's code is fetched on hover or focus. */
export function ChannelLink({ channel, part, onClick, ...rest }: ChannelLinkProps) {
  const { follow, ...preloading } = usePreloading('channel')
  return (
    <Link
      {...rest}
      to={{
        pathname: channelPath(channel.channelId, channel.channel_name),
        hash: part === undefined ? '' : `#${part}`,
      }}
      {...preloading}
      onClick={(event) => {
        follow()
        onClick?.(event)
      }}
    />
  )
}
