import type { ReactNode } from 'react'
import type { Elements } from '#web/kit/components/elements.ts'
import { classNames } from '#web/kit/components/class-names.ts'
import { Skeleton } from '#web/kit/components/states.tsx'
import { ChannelFace, type FacedChannel } from './ChannelFace.tsx'
import styles from './ChannelFace.module.css'

interface ChannelRowProps {
  readonly channel: FacedChannel & { readonly channelId: string }
  /** The name as a link or a button; a press anywhere in the row is one on it. */
  readonly name: Elements
  /** Its place in the list. */
  readonly place?: string
  /** Below the name. */
  readonly details: ReactNode
  /** How many subscribers. */
  readonly count: ReactNode
  /** Whether there is a contact. */
  readonly contact: Elements
  readonly country?: string
  readonly upload?: ReactNode
}

/** A channel in a list, as a line between hairlines. */
export function ChannelRow(props: ChannelRowProps) {
  const { channel, name, place, details, count, contact, country, upload } = props
  return (
    <li className={styles.row} data-channel={channel.channelId}>
      {place !== undefined && (
        <span className={styles.place} aria-hidden="true">
          {place}
        </span>
      )}
      <ChannelFace channel={channel} coversRow name={name}>
        <span className={styles.details}>{details}</span>
      </ChannelFace>
      {/* In columns, so that the eye runs down one fact of all channels; on narrow screens in two lines. */}
      <div className={classNames(styles.facts, country !== undefined && styles.four)}>
        <span className={styles.line}>
          <span className={styles.count}>{count}</span>
          {country !== undefined && <span className={styles.country}>{country}</span>}
        </span>
        <span className={styles.line}>
          {contact}
          {upload !== undefined && <span className={styles.upload}>{upload}</span>}
        </span>
      </div>
    </li>
  )
}

interface ChannelRowSkeletonsProps {
  readonly rows: number
  readonly hasPlace?: boolean
}

/** Placeholders of rows, as high as loaded ones. */
export function ChannelRowSkeletons({ rows, hasPlace = false }: ChannelRowSkeletonsProps) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row}>
          {hasPlace && <span className={styles.place} />}
          <ChannelFace channel={null}>
            <span className={styles.details}>
              <Skeleton width="min(16rem, 80%)" height="0.8em" />
            </span>
          </ChannelFace>
          <div className={styles.facts}>
            <Skeleton width="7rem" height="0.8em" />
          </div>
        </div>
      ))}
    </div>
  )
}

interface ChannelListProps {
  /** Their places tell something. */
  readonly isOrdered?: boolean
  readonly children: ReactNode
}

/** Channels in rows. */
export function ChannelList({ isOrdered = false, children }: ChannelListProps) {
  const List = isOrdered ? 'ol' : 'ul'
  return <List className={styles.rows}>{children}</List>
}
