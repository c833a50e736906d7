import { Fragment, type MouseEventHandler } from 'react'
import styles from './MailAddress.module.css'

interface MailAddressProps {
  readonly email: string
  readonly onClick?: MouseEventHandler
}

/** A link that writes to an address. It wraps before its @; a part wider than the line, before a dot. */
export function MailAddress({ email, onClick }: MailAddressProps) {
  return (
    // Screen readers would pause between the parts.
    <a href={`mailto:${email}`} aria-label={email} className={styles.address} onClick={onClick}>
      {email.split(/(?=@)/).map((part) => (
        <span key={part} className={styles.part}>
          <Dotted text={part} />
        </span>
      ))}
    </a>
  )
}

/** An address or host, which may wrap before its dots. */
export function Dotted({ text }: { readonly text: string }) {
  return text.split(/(?=\.)/).map((piece, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, never reordered
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}
