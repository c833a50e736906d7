import type { UserData } from '#shared/api/sessions.ts'
import type { Json } from '#server/json.ts'

/** The person behind a request. */
export interface Caller {
  readonly personId: number
  /** Who owns and pays: the person's own holder. */
  readonly holderId: number
  readonly sessionId: number
  readonly email: string
  readonly username: string
  readonly isSponsor: boolean
  readonly csrfToken: string
}

/** What a person owns, beside who they are. */
export interface Holdings {
  /** The uses that can be spent now. */
  readonly uses: number
  /** The last Europe/Moscow date of the current or last subscription. */
  readonly subscribedUntil: string | null
  /** The newest version of the terms that was announced to the person, `YYYY-MM-DD`; '' for none. */
  readonly announcedTerms: string
  /** The newest 100 purchases. */
  readonly channels: Json<UserData['channels']>
}
