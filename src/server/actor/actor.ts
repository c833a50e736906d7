import type { Role as OperatorRole } from '#shared/api/command.ts'
import type { UserData } from '#shared/api/sessions.ts'
import type { Role, Standing } from '#shared/rules/teams.ts'
import type { Json } from '#server/json.ts'

/** Who acts: makes a call, or runs a command. */
export type Actor =
  | { readonly kind: 'visitor' }
  | Person
  | Creator
  /** The payment provider, whose statements are never trusted. */
  | { readonly kind: 'provider' }
  | Operator

/** A logged-in person. */
export interface Person {
  readonly kind: 'person'
  readonly personId: number
  /** Whose uses and purchases the call is about: the person's, or those of a team. */
  readonly holderId: number
  /** What the person is to that holder. */
  readonly role: Standing
  readonly sessionId: number
  readonly email: string
  readonly username: string
  readonly isSponsor: boolean
  readonly csrfToken: string
}

/** A person who runs the installation, in the console. */
export interface SessionOperator extends Person {
  readonly operator: {
    readonly role: OperatorRole
    readonly hasSecondFactor: boolean
    /** When they last gave it in this session; null when the console is closed to it. */
    readonly provedAt: Date | null
  }
}

/** Whoever has a link that was mailed to the owner of an address; the verb finds out whether it is valid. */
export interface Creator {
  readonly kind: 'creator'
  readonly tokenHash: Buffer
}

/** Who changes something for the installation, and why. */
export interface Operator {
  readonly kind: 'operator'
  /** Of the account; on the command line the name that they give, which nothing checks. */
  readonly name: string
  /** Whose session it is, in the console. */
  readonly personId?: number
  /** Null where the verb needs none. */
  readonly reason: string | null
}

/** What a person or a team owns, beside who acts. */
export interface Holdings {
  /** The uses that can be spent now. */
  readonly uses: number
  /** The last Europe/Moscow date of the current or last subscription. */
  readonly subscribedUntil: string | null
  /** The newest version of the terms that was announced to the person, `YYYY-MM-DD`; '' for none. */
  readonly announcedTerms: string
  /** The team that they belong to, and what the person may spend and has spent of it; null for the person's own. */
  readonly team: {
    readonly name: string
    readonly role: Role
    readonly budget: number | null
    readonly spent: number
  } | null
  /** All that the person belongs to. */
  readonly teams: UserData['teams']
  /** The newest 100 purchases. */
  readonly channels: Json<UserData['channels']>
}

export const VISITOR = { kind: 'visitor' } as const
export const PROVIDER = { kind: 'provider' } as const

/** The logged-in person who acts; null when anybody else does. */
export function personOf(actor: Actor): Person | null {
  return actor.kind === 'person' ? actor : null
}

/** The operator whose session it is; null when anybody else acts. */
export function operatorOf(actor: Actor): SessionOperator | null {
  return actor.kind === 'person' && 'operator' in actor ? (actor as SessionOperator) : null
}
