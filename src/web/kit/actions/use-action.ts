import { type ReactNode, useState } from 'react'
import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { CallError } from '#web/kit/api/call.ts'
import { formatWait } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { followRequest, type Outcome } from '#web/kit/toasts/follow-request.ts'

/** How an action ended. What is to be said of it has been said by then. */
export type Ended<T> =
  | { readonly isDone: true; readonly value: T }
  | { readonly isDone: false; readonly error: CallError }

/** What a refusal tells the person. @param otherwise said of refusals that explain nothing to a person */
export type Describe = (error: CallError, otherwise: string) => string

/** What is said of an action, and what it changes. */
export interface Action {
  /** What its notifications are about: one of a subject shows at a time. */
  readonly subject: string
  /** Says that it is under way, once it is slow. */
  readonly loading?: string
  /** Said of failures that explain nothing, or what to say of each; null when it is said elsewhere, e.g. at a field. */
  readonly failure: string | ((error: CallError, describe: Describe) => ReactNode)
  /** Whether a notification shows how long it stays; on unless told. */
  readonly hasProgress?: boolean
  /** Fetches anew what it changed, before success is told. */
  readonly invalidates?: () => Promise<unknown>
}

/** One run of an action; what it says goes before what the action says. */
interface Run<T, Busy> extends Partial<Action> {
  /** Said of success; none and null take away what was said of the subject before. */
  readonly success?: string | ((value: T) => string | Outcome | null)
  /** Follows success while the action still counts as busy, e.g. a greeting. */
  readonly onDone?: (value: T) => unknown
  /** Which of several things that the action is done to; true unless told. */
  readonly busyWith?: Busy
  /** Once it is aborted, nothing is said and nothing follows. */
  readonly signal?: AbortSignal
}

export interface ActionControl<Busy> {
  readonly isBusy: boolean
  readonly busyWith: Busy | null
  readonly run: <T>(work: () => Promise<T>, given?: Run<T, Busy>) => Promise<Ended<T>>
}

/** A failure that is no refusal of ours and brings its own words. */
export class ToldFailure extends CallError {
  readonly text: ReactNode

  constructor(text: ReactNode) {
    super('internal')
    this.text = text
  }
}

/** Runs what a person asked for: knows when it is busy, and tells in notifications how it goes and how it ended. */
export function useAction<Busy = true>(action: Action): ActionControl<Busy> {
  const texts = useTexts()
  const { language } = useLanguage()
  const [busyWith, setBusyWith] = useState<Busy | null>(null)
  const run = async <T>(
    work: () => Promise<T>,
    { busyWith: busy, onDone, ...given }: Run<T, Busy> = {},
  ): Promise<Ended<T>> => {
    setBusyWith(busy ?? (true as Busy))
    try {
      const describe: Describe = (error, otherwise) => describeRefusal(error, otherwise, texts, language)
      const ended = await runAction(work, { ...action, ...given }, describe)
      if (ended.isDone && given.signal?.aborted !== true) await onDone?.(ended.value)
      return ended
    } finally {
      setBusyWith(null)
    }
  }
  return { isBusy: busyWith !== null, busyWith, run }
}

/** The same outside of a component, or beyond its life. */
export async function runAction<T>(
  work: () => Promise<T>,
  { subject, loading, success, failure, hasProgress = true, invalidates, signal }: Action & Run<T, unknown>,
  describe: Describe = (_, otherwise) => otherwise,
): Promise<Ended<T>> {
  const tell = followRequest(subject, loading ?? null)
  try {
    const value = await work()
    if (signal?.aborted === true) return { isDone: true, value }
    await invalidates?.()
    const told = (typeof success === 'function' ? success(value) : success) ?? null
    tell(typeof told === 'string' ? { kind: 'success', text: told, hasProgress } : told)
    return { isDone: true, value }
  } catch (reason) {
    if (signal?.aborted === true) return { isDone: false, error: new CallError('internal') }
    const error = refusalOf(reason)
    const text =
      error instanceof ToldFailure
        ? error.text
        : typeof failure === 'string'
          ? describe(error, failure)
          : failure(error, describe)
    tell(text === null ? null : { kind: 'error', text, reason: error, hasProgress })
    return { isDone: false, error }
  }
}

/** Whatever else was thrown is a bug: it is told as a failure, and reported as an uncaught error is. */
function refusalOf(reason: unknown): CallError {
  if (reason instanceof CallError) return reason
  reportError(reason)
  return new CallError('internal')
}

/** No connection, how long to wait, or the refusal's own text. */
function describeRefusal(
  { code, fields, retryAfter }: CallError,
  otherwise: string,
  { common, errors, fieldProblems, status }: Messages,
  language: Language,
): string {
  switch (code) {
    case 'offline':
      return common.offline
    case 'too_many_requests': {
      const wait =
        retryAfter === null ? '' : ` ${status.tooManyRequests.wait(formatWait(retryAfter, language))}`
      return `${errors.too_many_requests}${wait}`
    }
    case 'csrf':
    case 'wrong_captcha':
    case 'disposable_email':
    case 'provider_failed':
    case 'unavailable':
      return errors[code]
    case 'invalid_input': {
      const problem = Object.values(fields).find((found) => found.startsWith('password_'))
      return problem === undefined ? otherwise : fieldProblems[problem]
    }
    default:
      return otherwise
  }
}
