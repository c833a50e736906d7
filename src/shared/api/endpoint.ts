import type { z } from 'zod'
import type { Role } from './command.ts'
import type { ErrorCode } from './errors.ts'
import type { CallLimit, LimitName } from './rate-limits.ts'

/**
 * Who may call: anyone, a logged-in person, a sponsor (logged in and marked by the operator), the owner of an address by the
 * mailed link whose token is in the body, or the payment provider, which sends no key and no session, and whose statements
 * are never trusted; or an operator, in a session: to everybody else the call is an unknown path.
 */
export type Who = 'anyone' | 'user' | 'sponsor' | 'creator' | 'provider' | 'operator'

/** The rights that something may be limited to which calls for a person; a member of a team has those of the role. */
export const SCOPES = [
  'search',
  'purchases:read',
  'purchases:write',
  'reveal',
  'statistics',
  /** Orders, payments, promocodes. */
  'payments',
  /** The person alone, whatever team they act for. */
  'account',
  /** Members, budgets and the name of a team. */
  'team',
  /** Who owns a team, and its end. */
  'ownership',
] as const
export type Scope = (typeof SCOPES)[number]

/** Who may call, by the value of a path parameter. */
export interface WhoByParameter {
  readonly parameter: string
  readonly values: Readonly<Record<string, Who>>
}

/**
 * Who may call, and how the session is read. By default the call waits for it, and a call that needs a person is refused
 * with `session_expired` when the session is no longer valid.
 */
type Access =
  /** `best-effort`: while the primary database does not answer, the call continues as a visitor's. */
  | ({ readonly who: 'anyone'; readonly session?: 'best-effort' } & NoOperator)
  /** `restored`: read together with what the person owns; an expired session counts as none. */
  | ({ readonly who: 'user'; readonly session?: 'restored' } & NoOperator)
  | ({
      readonly who: 'sponsor' | 'creator' | 'provider' | WhoByParameter
      readonly session?: undefined
    } & NoOperator)
  | {
      readonly who: 'operator'
      readonly session?: undefined
      readonly atLeast: Role
      /** Also before the operator has given a second factor in this session. */
      readonly withoutProof?: true
    }

type NoOperator = { readonly atLeast?: undefined; readonly withoutProof?: undefined }

/** Everything about an endpoint that callers see. Keyed by `'METHOD /path/{param}'` relative to `/api`. */
export type Endpoint = Access & {
  /** One sentence for the API documentation. */
  readonly summary: string
  /** Required where the call is a person's: it spends or reads what that person owns. */
  readonly scope?: Scope
  /** The field of path or body that must name the session's own person; required when there is such a field. */
  readonly owner?: PersonField
  /** The path's field with a member's number: whoever it names needs no scope for the call. */
  readonly orSelf?: 'memberId'
  /** Needs no CSRF token although it is not GET, which never needs one. */
  readonly changesNothing?: true
  /** Is answered also during maintenance, although it changes something: it opens or ends a session. */
  readonly duringMaintenance?: true
  /** Changes how somebody logs in, or another setting of the account; the shared account of a demonstration may not. */
  readonly changesAccount?: true
  /** Waits for the database in a line of its own, so that a crowd of such calls holds up no others. */
  readonly lane?: 'search'
  /** For how many seconds a browser may keep the answer, which is the same for everybody; it keeps no other. */
  readonly keptSeconds?: number
  /** Counted before the route runs, beside the limit of all calls. */
  readonly limits: readonly CallLimit[]
  /** Counted by the verb at the right step, e.g. only after a solved captcha. */
  readonly furtherLimits?: readonly LimitName[]
  /** Path parameters, as strings from the URL. */
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Most bytes of the body, where it may be larger than others. */
  readonly bodyLimit?: number
  /** The `data` of a successful answer. */
  readonly data: z.ZodType
  /** Fields of a successful answer beside `data` (`message`, `confirmationURL`, `meta`, ...). */
  readonly extras?: z.ZodObject
  /** Fields beside `data` that a refusal carries too. */
  readonly refusalExtras?: z.ZodObject
  /** The refusals of the call itself; those that follow from its policy are implied. */
  readonly errors: readonly ErrorCode[]
  /** Values of `refusalExtras` that every refusal of the call carries, including the pipeline's. */
  readonly refusedWith?: Readonly<Record<string, unknown>>
  /** The answer has no envelope and may not be our JSON (the captcha challenge, file downloads). */
  readonly bare?: true
  /** Makes browsers save the answer as a file of this name. */
  readonly fileName?: string
}

/** The names of fields that contain a person's id. */
type PersonField = 'userId' | 'user_id'

type FieldsOf<E, Part extends 'params' | 'body'> =
  E extends Readonly<Record<Part, z.ZodType<infer Value>>> ? keyof Value : never

type PersonFieldOf<E> = PersonField & (FieldsOf<E, 'params'> | FieldsOf<E, 'body'>)

type ParamsOf<E> = E extends { readonly params: z.ZodType<infer Params> } ? Params : unknown

/** What an entry must state because of its other parts. */
type Demanded<Key, E> = ([PersonFieldOf<E>] extends [never]
  ? { readonly owner?: never }
  : { readonly owner: PersonFieldOf<E> }) &
  (Key extends `GET ${string}` ? { readonly changesNothing?: never } : unknown) &
  ([Extract<WhoCanCall<E>, 'user' | 'sponsor'>] extends [never] ? unknown : { readonly scope: Scope }) &
  (E extends { readonly who: 'creator' } ? { readonly body: WithToken } : unknown) &
  (E extends { readonly who: WhoByParameter } ? { readonly who: ByValueOf<ParamsOf<E>> } : unknown)

type WhoCanCall<E> = E extends { readonly who: { readonly values: infer Values } }
  ? Values[keyof Values]
  : E extends { readonly who: infer W }
    ? W
    : never

type WithToken = z.ZodType<{ readonly token: string }>

/** Each value of the deciding parameter must state its own. */
type ByValueOf<Params> = {
  [Name in keyof Params & string]: {
    readonly parameter: Name
    readonly values: Readonly<Record<Params[Name] & string, Who>>
  }
}[keyof Params & string]

/** Keeps each entry's exact type while checking its shape; an incomplete policy does not compile. */
export function endpoints<const T extends Readonly<Record<string, Endpoint>>>(
  entries: T & { readonly [Key in keyof T]: Demanded<Key, T[Key]> },
): T {
  return entries
}
