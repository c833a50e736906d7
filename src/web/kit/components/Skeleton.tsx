import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** CSS length or percentage. */
  readonly width?: string
  readonly height?: string
}

/** Shimmering placeholder of content that is loading; as high as a line inside text. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return (
    <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
  )
}
