interface WithAddressProps {
  readonly text: string
  /** An e-mail address that the text contains. */
  readonly address: string
}

/** A sentence whose e-mail address does not break at its hyphens while it fits on a line, and keeps the full stop after it. */
export function WithAddress({ text, address }: WithAddressProps) {
  const start = address === '' ? -1 : text.indexOf(address)
  if (start === -1) return <span>{text}</span>
  const rest = text.slice(start + address.length)
  const [stop] = /^\S*/.exec(rest) ?? ['']
  return (
    <>
      <span>{text.slice(0, start)}</span>
      <span className="in-one-piece">{address + stop}</span>
      <span>{rest.slice(stop.length)}</span>
    </>
  )
}
