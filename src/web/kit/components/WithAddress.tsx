import styles from './WithAddress.module.css'

interface WithAddressProps {
  readonly text: string
  /** An e-mail address that the text contains. */
  readonly address: string
}

/** A sentence whose e-mail address does not break at its hyphens while it fits on a line. */
export function WithAddress({ text, address }: WithAddressProps) {
  const start = address === '' ? -1 : text.indexOf(address)
  if (start === -1) return text
  return (
    <>
      {text.slice(0, start)}
      <span className={styles.address}>{address}</span>
      {text.slice(start + address.length)}
    </>
  )
}
