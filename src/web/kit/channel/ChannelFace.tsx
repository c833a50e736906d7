import type { ComponentProps } from 'react'
import type { Elements } from '#web/kit/components/elements.ts'
import { classNames } from '#web/kit/components/class-names.ts'
import { Skeleton } from '#web/kit/components/states.tsx'
import { Thumbnail } from '#web/kit/channel/Thumbnail.tsx'
import styles from './ChannelFace.module.css'

export interface FacedChannel {
  readonly channel_name: string
  readonly thumbnail: string | null
}

interface ChannelFaceProps {
  /** Null while it is loading. */
  readonly channel: FacedChannel | null
  readonly size?: 'small' | 'large'
  /** The heading that its name is; by default it is none. */
  readonly level?: 1 | 2 | 3
  /** The name as a link or a button; as text without either. */
  readonly name?: Elements
  readonly nameProps?: Omit<ComponentProps<'h2'>, 'className' | 'ref' | 'children'> | undefined
  /** A press anywhere in the row, which is positioned, is one on the name. */
  readonly coversRow?: boolean
  readonly className?: string | undefined
  /** At its end. */
  readonly actions?: Elements
  /** Facts below the name. */
  readonly children?: Elements
}

/** Who a channel is, on every card and in every row: its picture and its name, with facts below and actions beside them. */
export function ChannelFace(props: ChannelFaceProps) {
  const { channel, size = 'small', level, name, nameProps, coversRow = false } = props
  const { className, actions, children } = props
  const Name = level === undefined ? 'span' : (`h${level}` as const)
  return (
    <div className={classNames(styles.face, styles[size], coversRow && styles.cover, className)}>
      <Thumbnail src={channel?.thumbnail ?? null} name={channel?.channel_name ?? ''} size={size} />
      <div className={styles.words}>
        <Name {...nameProps} className={styles.name}>
          {name || <span>{channel?.channel_name}</span>}
          {channel === null && <Skeleton width="min(12rem, 70%)" height="0.8em" />}
        </Name>
        {children}
      </div>
      {actions}
    </div>
  )
}
