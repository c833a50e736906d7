import { useState } from 'react'
import { initialsOf } from '#shared/rules/initials.ts'
import styles from './ChannelFace.module.css'

interface ThumbnailProps {
  /** When null, or when the picture does not load, the name's initials are shown. */
  readonly src: string | null
  readonly name: string
  readonly size: 'small' | 'large'
}

/** A channel's picture. Decoration: the name is beside it. */
export function Thumbnail({ src, name, size }: ThumbnailProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const side = size === 'large' ? 88 : 44
  return (
    <span className={`${styles.picture} ${styles[`${size}Picture`]}`} aria-hidden="true">
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

const LETTER = /[\p{L}\p{N}]/u

/**
 * One or two letters that represent a name, e.g. `Вечерний завтрак` -> `ВЗ`; a name without letters gives its first
 * character.
 */
export function initials(name: string): string {
  const [first, second = ''] = name
    .split(/\s+/u)
    .flatMap((word) => [...word].find((sign) => LETTER.test(sign)) ?? [])
  return first === undefined ? ([...name.trim()][0] ?? '') : initialsOf(first, second)
}
