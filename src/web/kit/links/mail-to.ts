/** The link that writes to an address, whose own signs (`?`, `&`, `%`) must not become fields of the email. */
export function mailTo(address: string): string {
  return `mailto:${address.replace(/[^\w.+@-]/g, encodeURIComponent)}`
}
