import { useState } from 'react'
import { Icon } from '#web/kit/components/Icon.tsx'
import styles from './VideoPicture.module.css'

/** A video's picture, 16:9. Decoration: the title stands beside it. */
export function VideoPicture({ src }: { readonly src: string | null }) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  return (
    <span className={styles.frame} aria-hidden="true">
      {src !== null && src !== brokenSrc ? (
        <img
          src={src}
          alt=""
          width={320}
          height={180}
          decoding="async"
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        <Icon name="eye" size="large" />
      )}
    </span>
  )
}
