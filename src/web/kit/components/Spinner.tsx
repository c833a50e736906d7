import styles from './Spinner.module.css'

/** A spinner as high as a line; the control around it says what is loading. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
