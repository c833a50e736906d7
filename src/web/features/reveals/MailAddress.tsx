import { Fragment, type MouseEventHandler } from 'react'

interface MailAddressProps {
  readonly email: string
  readonly onClick?: MouseEventHandler
}

/** A link that writes to an address, which wraps where its parts meet: before the @ and before dots. */
export function MailAddress({ email, onClick }: MailAddressProps) {
  return (
    <a href={`mailto:${email}`} onClick={onClick}>
      {email.split(/(?=[@.])/).map((part, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of one text, never reordered
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </a>
  )
}
