/** An email to one person, ready to send. */
export interface Email {
  /** Stays the same on retries, so that receivers recognise duplicates. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where a mail program stops further emails of this kind by one press (RFC 8058). */
  readonly stopUrl?: string
  readonly attachment?: Attachment
}

export interface Attachment {
  readonly name: string
  /** Its media type. */
  readonly type: string
  /** In Base64: emails wait in the queue as JSON. */
  readonly content: string
}

/** Sends emails. */
export interface Mail {
  /**
   * Hands an email to the mail server.
   * @throws EmailRefused when a retry cannot help; any other error may pass
   */
  send(message: Email): Promise<void>
  close(): void
}

/** The mail server refused this email permanently, e.g. because there is no such mailbox. */
export class EmailRefused extends Error {
  override readonly name = 'EmailRefused'
  /** The server's reply code, 5xx. */
  readonly replyCode: number
  readonly #said: string

  constructor(replyCode: number, said: string) {
    super(`The mail server refused an email with ${replyCode}`)
    this.replyCode = replyCode
    this.#said = said
  }

  /** The server's words, which may hold an address; logs do not show it. */
  get said(): string {
    return this.#said
  }
}
