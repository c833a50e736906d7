import styles from './Waiting.module.css'

/** Stands where a number will. The page is built with it, so it has no style of its own element, as a `Skeleton` has. */
export function Waiting() {
  return <span className={styles.waiting} aria-hidden="true" />
}
