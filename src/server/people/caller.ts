/** The person behind a request. */
export interface Caller {
  readonly personId: number
  readonly sessionId: number
  readonly email: string
  readonly username: string
  readonly isSponsor: boolean
  readonly csrfToken: string
}

/** What a person has, beside what they are. */
export interface Belongings {
  /** What can be spent now. */
  readonly uses: number
  /** The last Europe/Moscow date of a subscription, of now or once. */
  readonly subscribedUntil: string | null
  /** The newest 100 purchase records, as JSON text that PostgreSQL writes. */
  readonly channels: string
}
