import styles from './Logo.module.css'

/** The logo: an index card with its tab. */
export function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        className={styles.card}
        d="M3 10.500V26a1.5 1.5 0 0 0 1.5 1.500h23A1.5 1.5 0 0 0 29 26V12a1.5 1.5 0 0 0-1.5-1.500Z"
      />
      <path className={styles.tab} d="M3 10.500V7a1.5 1.5 0 0 1 1.5-1.500h9A1.5 1.5 0 0 1 15 7v3.500Z" />
      <path d="M8 17h16M8 22h10" />
    </svg>
  )
}
