import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { CallLimit, LimitName } from './limits.ts'

/**
 * Who may call: anyone, a logged-in person, a sponsor (logged in and marked by the operator), or the payment provider,
 * which brings no key and no session; nothing that it says is believed.
 */
export type Who = 'anyone' | 'user' | 'sponsor' | 'provider'

/** Who may call for each value of a path parameter. */
export interface WhoByParameter {
  readonly parameter: string
  readonly values: Readonly<Record<string, Who>>
}

/**
 * Who may call, and how the session is read. Unless said otherwise it is waited for, and one that no longer lives is refused
 * with `session_expired` where a person is needed.
 */
type Access =
  /** `best-effort`: while the primary database does not answer, the call goes on as a visitor's. */
  | { readonly who: 'anyone'; readonly session?: 'best-effort' }
  /** `restored`: read together with what the person has; one that no longer lives counts as none. */
  | { readonly who: 'user'; readonly session?: 'restored' }
  | { readonly who: 'sponsor' | 'provider' | WhoByParameter; readonly session?: undefined }

/** All that there is to an endpoint's outside. Keyed by `'METHOD /path/{param}'` relative to `/api`. */
export type Endpoint = Access & {
  /** One sentence for the API documentation. */
  readonly summary: string
  /** The field of path or body that must be the session's own person; whoever has one names it. */
  readonly owner?: PersonField
  /** It needs no CSRF token although it is not GET. GET needs none anyway. */
  readonly changesNothing?: true
  /** Counted before the call is served, beside the limit of all calls. */
  readonly limits: readonly CallLimit[]
  /** Counted by the use case when it comes to it, e.g. only for who solved the captcha. */
  readonly furtherLimits?: readonly LimitName[]
  /** Path parameters, strings as they stand in the address. */
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** What `data` is in a successful answer. */
  readonly data: z.ZodType
  /** Successful fields beside `data` (`message`, `confirmationURL`, `meta`, ...). */
  readonly extras?: z.ZodObject
  /** Fields beside `data` that a refusal carries too. */
  readonly refusalExtras?: z.ZodObject
  /** Refusals that the call itself can give; those that follow from its policy go without saying. */
  readonly errors: readonly ErrorCode[]
  /** Fields that `refusalExtras` declares, as every refusal of the call carries them: the pipeline's too. */
  readonly refusedWith?: Readonly<Record<string, unknown>>
  /** The answer stands outside the envelope and is not JSON of ours alone (the captcha challenge, file downloads). */
  readonly bare?: true
  /** Browsers are to keep the answer as a file of this name. */
  readonly fileName?: string
}

/** How fields are called that hold a person's number. */
type PersonField = 'userId' | 'user_id'

type FieldsOf<E, Part extends 'params' | 'body'> =
  E extends Readonly<Record<Part, z.ZodType<infer Value>>> ? keyof Value : never

type PersonFieldOf<E> = PersonField & (FieldsOf<E, 'params'> | FieldsOf<E, 'body'>)

type ParamsOf<E> = E extends { readonly params: z.ZodType<infer Params> } ? Params : unknown

/** What an entry has to say because of its other parts. */
type Demanded<Key, E> = ([PersonFieldOf<E>] extends [never]
  ? { readonly owner?: never }
  : { readonly owner: PersonFieldOf<E> }) &
  (Key extends `GET ${string}` ? { readonly changesNothing?: never } : unknown) &
  (E extends { readonly who: WhoByParameter } ? { readonly who: ByValueOf<ParamsOf<E>> } : unknown)

/** Every value of the parameter that decides has its own. */
type ByValueOf<Params> = {
  [Name in keyof Params & string]: {
    readonly parameter: Name
    readonly values: Readonly<Record<Params[Name] & string, Who>>
  }
}[keyof Params & string]

/** Keeps each entry's exact type while checking its shape; a policy that is missing does not compile. */
export function endpoints<const T extends Readonly<Record<string, Endpoint>>>(
  entries: T & { readonly [Key in keyof T]: Demanded<Key, T[Key]> },
): T {
  return entries
}
