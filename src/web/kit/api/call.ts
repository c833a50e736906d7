import type { ErrorCode, FieldProblem } from '#shared/api/errors.ts'
import type {
  BodyGiven,
  Contract,
  DataOf,
  EndpointKey,
  ExtrasOf,
  ParamsGiven,
  QueryGiven,
} from '#shared/api/contract.ts'
import { createStore } from '#web/kit/stores/store.ts'
import {
  currentTeam,
  enterSession,
  getSession,
  hasLostTeam,
  isLeaving,
  leaveSession,
  whenSessionKnown,
} from './session.ts'

type Part<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : { readonly [N in Name]: T }

/** A call's input: the parts that its contract names, and nothing else. */
export type Given<K extends EndpointKey> = Part<'params', ParamsGiven<K>> &
  Part<'query', QueryGiven<K>> &
  Part<'body', BodyGiven<K>> & {
    readonly signal?: AbortSignal
    /** It is sent to its end even when the page is left at once; for small bodies. */
    readonly keepalive?: boolean
    /** Instead of the team whose purse the page shows; null: the person's own. */
    readonly team?: number | null
    /** Refusals that the caller shows itself; no redirect follows them. */
    readonly handles?: readonly ErrorCode[] | 'all'
  }

/** A call's answer; a bare one has no envelope, e.g. a file. */
export type Answer<K extends EndpointKey> = Contract[K] extends { readonly bare: true }
  ? DataOf<K>
  : { readonly data: DataOf<K> } & ExtrasOf<K>

/** A call that was refused, or that did not reach the server (`offline`). */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: ErrorCode | 'offline'
  /** For `invalid_input`: what is wrong with each field. */
  readonly fields: Readonly<Record<string, FieldProblem>>
  /** Everything else in the answer, e.g. `data.purchase`. */
  readonly extras: Readonly<Record<string, unknown>>
  /** Seconds to wait before the next attempt, or null. */
  readonly retryAfter: number | null
  /** There was no connection from the start, so nothing reached the server. */
  readonly isUnsent: boolean
  /** It has led to a page that explains it. */
  isExplained = false

  constructor(
    code: CallError['code'],
    given: Partial<Pick<CallError, 'fields' | 'extras' | 'retryAfter' | 'isUnsent'>> = {},
  ) {
    super(`The call was refused: ${code}`)
    this.code = code
    this.fields = given.fields ?? {}
    this.extras = given.extras ?? {}
    this.retryAfter = given.retryAfter ?? null
    this.isUnsent = given.isUnsent ?? false
  }
}

/** Where a refusal leads; the app navigates there. */
export interface Redirect {
  readonly page: 'forbidden' | 'unauthorized' | 'toomanyrequests'
  readonly retryAfter: number | null
  readonly code: CallError['code']
  /** Met by a call whose caller shows its refusals itself: only pages of what a person has follow. */
  readonly isAside: boolean
}

/** The last one. */
export const redirect = createStore<Redirect | null>(null)

let addHeaders: (headers: Headers) => void = () => undefined

/** Sets what adds headers to every call. */
export function beforeSend(add: (headers: Headers) => void): void {
  addHeaders = add
}

/**
 * The only way to the API, typed by its contract. Refusals throw a `CallError`; an expired session, a missing login and a
 * limit also lead to their pages, unless the caller `handles` them.
 */
export async function call<K extends EndpointKey>(key: K, given: Given<K>): Promise<Answer<K>> {
  try {
    return await askWithCurrentSession(key, given)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const hasEnded = error.code === 'session_expired' || error.code === 'not_logged_in'
    const wasIn = getSession().status === 'in'
    if (hasEnded) leaveSession()
    const { handles = [] } = given
    if (handles !== 'all' && !handles.some((code) => code === error.code)) error.isExplained ||= follow(error)
    else if (hasEnded && wasIn && !isLeaving.get()) follow(error, true)
    throw error
  }
}

/**
 * Somebody may have logged in in another window: a call refused for that reason alone is repeated once, unless the session
 * is another person's now, who did not request it. After a refusal to a member of a team, the page shows the role of today;
 * whoever is no member any more goes on with the own purse.
 */
async function askWithCurrentSession<K extends EndpointKey>(key: K, given: Given<K>): Promise<Answer<K>> {
  const team = currentTeam()
  try {
    return await ask(key, given)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'forbidden' && given.team === undefined && (team !== null || isInTeams())) {
      if (key === 'GET /cookie') {
        hasLostTeam.set(true)
        return await ask(key, { ...given, team: null })
      }
      await refreshSession()
      error.isExplained = currentTeam() !== team
    }
    if (error.code !== 'csrf') throw error
    const before = getSession().userData?.userInformation.user_id
    const now = (await refreshSession())?.userInformation.user_id
    if (now === undefined || (before !== undefined && before !== now)) throw error
    return await ask(key, given)
  }
}

function isInTeams(): boolean {
  return (getSession().userData?.teams.length ?? 0) > 0
}

/**
 * Reads the session anew, after something outside this page's sight may have changed it. Without an answer the page keeps
 * what it has; when the server answers that the session has ended, it has ended here, too.
 * @returns null without a session or an answer
 */
export async function refreshSession(): Promise<DataOf<'GET /cookie'> | null> {
  try {
    const { data } = await call('GET /cookie', { handles: 'all' })
    enterSession(data)
    return data
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return null
  }
}

async function ask<K extends EndpointKey>(key: K, given: Given<K>): Promise<Answer<K>> {
  const [method = 'GET', path = ''] = key.split(' ')
  const response = await send(method, urlOf(path, given), given)
  const file = response.ok ? await readFile(response) : null
  if (file !== null) return file as Answer<K>
  const answer = await readAnswer(response)
  // The contract test holds the server to these types.
  if (response.ok && answer !== null) return answer as Answer<K>
  throw refusalOf(response, answer)
}

interface GivenParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly keepalive?: boolean
  readonly team?: number | null
}

function urlOf(path: string, { params, query }: GivenParts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Readonly<Record<string, unknown>>)[name])),
  )
  const entries = Object.entries((query ?? {}) as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)])
  return entries.length === 0 ? `/api${filled}` : `/api${filled}?${new URLSearchParams(entries)}`
}

async function send(
  method: string,
  address: string,
  { body, signal, keepalive, team = currentTeam() }: GivenParts,
): Promise<Response> {
  // A person's calls need the CSRF token, which comes with the session.
  if (method !== 'GET') await whenSessionKnown()
  const { userData } = getSession()
  const headers = new Headers({ accept: 'application/json', 'x-api-key': clientKey() })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (userData !== null) headers.set('x-csrf-token', userData.userInformation.csrfToken)
  if (team !== null) headers.set('x-team', String(team))
  addHeaders(headers)
  const isUnsent = !navigator.onLine
  try {
    return await fetch(address, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal ?? null,
      keepalive: keepalive ?? false,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError('offline', { isUnsent })
  }
}

function clientKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-key"]')?.content ?? ''
}

/** The file that an answer is, or null when it is JSON. @throws CallError when it breaks off */
async function readFile(response: Response): Promise<File | null> {
  const disposition = response.headers.get('content-disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''(\S+)/.exec(disposition) ?? []
  const [, plain] = /filename="([^"]+)"/.exec(disposition) ?? []
  const name = encoded === undefined ? plain : decodeURIComponent(encoded)
  const type = response.headers.get('content-type') ?? ''
  if (name === undefined || type.startsWith('application/json')) return null
  try {
    return new File([await response.blob()], name, { type })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new CallError('offline')
  }
}

async function readAnswer(response: Response): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    return (await response.json()) as Readonly<Record<string, unknown>>
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    return null
  }
}

function refusalOf(response: Response, answer: Readonly<Record<string, unknown>> | null): CallError {
  const { error, success: _, ...extras } = answer ?? {}
  const { code, fields } = (error ?? {}) as { code?: ErrorCode; fields?: CallError['fields'] }
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new CallError(code ?? (response.status === 503 ? 'unavailable' : 'internal'), {
    extras,
    fields: fields ?? {},
    retryAfter: Number.isFinite(seconds) ? seconds : null,
  })
}

/** @returns whether the refusal leads to a page that explains it */
function follow({ code, retryAfter }: CallError, isAside = false): boolean {
  const page = REDIRECTS[code]
  if (page !== undefined) redirect.set({ page, retryAfter, code, isAside })
  return page !== undefined
}

const REDIRECTS: Partial<Readonly<Record<CallError['code'], Redirect['page']>>> = {
  session_expired: 'forbidden',
  not_logged_in: 'unauthorized',
  api_key: 'unauthorized',
  too_many_requests: 'toomanyrequests',
}
