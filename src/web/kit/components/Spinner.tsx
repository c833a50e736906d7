import styles from './Spinner.module.css'

/** Turning ring of one line's height; the control around it says what is waited for. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
