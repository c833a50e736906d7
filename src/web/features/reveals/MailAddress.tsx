import { Fragment, type MouseEventHandler } from 'react'
import { shownEmail } from '#shared/rules/email.ts'
import { mailTo } from '#web/kit/links/mail-to.ts'
import styles from './MailAddress.module.css'

interface MailAddressProps {
  readonly email: string
  readonly onClick?: MouseEventHandler
}

/**
 * A link that writes to an address. It wraps after its @; where a part is wider than the line, the emails become smaller,
 * and at their smallest it wraps before a dot.
 */
export function MailAddress({ email, onClick }: MailAddressProps) {
  const parts = partsOf(email)
  return (
    <a
      href={mailTo(email)}
      // Screen readers would pause between the parts.
      aria-label={shownEmail(email)}
      className={styles.address}
      style={{ '--letters': Math.max(...parts.map(({ length }) => length)) }}
      onClick={onClick}
    >
      {parts.map((part) => (
        <span key={part} className={styles.part}>
          <Dotted text={part} />
        </span>
      ))}
    </a>
  )
}

/** An address as it is shown, in the two parts between which it wraps. */
export function partsOf(email: string): readonly string[] {
  const shown = shownEmail(email)
  const at = shown.lastIndexOf('@') + 1
  return [shown.slice(0, at), shown.slice(at)]
}

/** An address or host, which may wrap before its dots. */
export function Dotted({ text }: { readonly text: string }) {
  return text.split(/(?=\.)/).map((piece, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, never reordered
    <Fragment key={place}>
      {place > 0 && <wbr />}
      <span>{piece}</span>
    </Fragment>
  ))
}
