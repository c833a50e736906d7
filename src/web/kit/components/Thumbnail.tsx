import { useState } from 'react'
import { initials } from '#web/kit/formats/initials.ts'
import styles from './Thumbnail.module.css'

interface ThumbnailProps {
  /** Null, or an address that does not load: the name's first letters stand in. */
  readonly src: string | null
  readonly name: string
  readonly size: 'small' | 'large'
}

/** A channel's picture. Decoration: the name stands beside it. */
export function Thumbnail({ src, name, size }: ThumbnailProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const side = size === 'large' ? 88 : 44
  return (
    <span className={`${styles.frame} ${styles[size]}`} aria-hidden="true">
      {src !== null && src !== brokenSrc ? (
        <img
          src={src}
          alt=""
          width={side}
          height={side}
          decoding="async"
          loading={size === 'small' ? 'lazy' : 'eager'}
          referrerPolicy="no-referrer"
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        initials(name)
      )}
    </span>
  )
}
