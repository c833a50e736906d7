import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** CSS length or percentage. */
  readonly width?: string
  readonly height?: string
}

/** Shimmering place of something that is on its way; inside text it takes a line's height. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return (
    <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
  )
}
