import { normalizeEmail } from '#shared/rules/email.ts'

/** A message as it arrived. */
export interface ReceivedMessage {
  /** Counts up from 1. */
  readonly id: number
  readonly to: string
  /** Address to which an answer would go; '' without one. */
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly { readonly name: string; readonly content: Uint8Array }[]
  /** ISO 8601 UTC. */
  readonly receivedAt: string
}

const KEPT = 1_000

/** The newest 1,000 messages, in memory. */
export class Inbox {
  readonly #messages: ReceivedMessage[] = []
  #lastId = 0

  add(message: Omit<ReceivedMessage, 'id'>): void {
    this.#lastId += 1
    this.#messages.unshift({ id: this.#lastId, ...message })
    this.#messages.length = Math.min(this.#messages.length, KEPT)
  }

  forget(): void {
    this.#messages.length = 0
  }

  /** Newest first; with `to`, only those to that address. */
  list(to?: string): readonly ReceivedMessage[] {
    const wanted = normalizeEmail(to ?? '')
    // The mail server shows internationalised domains as people write them.
    return wanted === ''
      ? this.#messages
      : this.#messages.filter((message) => normalizeEmail(message.to) === wanted)
  }

  find(id: number): ReceivedMessage | undefined {
    return this.#messages.find((message) => message.id === id)
  }
}
