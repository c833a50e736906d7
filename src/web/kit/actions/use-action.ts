import { createElement, type ReactNode, useState } from 'react'
import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { CallError } from '#web/kit/api/call.ts'
import { formatWait } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { Toast } from '#web/kit/toasts/ToastHost.tsx'
import { OfflineFailure } from './OfflineFailure.tsx'
import { hideToast, showToast } from '#web/kit/toasts/toasts.tsx'

/** How an action ended. Its notification has already been shown. */
type Ended<T> =
  | { readonly isDone: true; readonly value: T }
  | { readonly isDone: false; readonly error: CallError }

/** The text that a refusal shows. @param otherwise the text for refusals that explain nothing to a person */
type Describe = (error: CallError, otherwise: string) => string

/** The texts of an action, and what it changes. */
interface Action {
  /** Subject of its notifications: only one per subject shows at a time. */
  readonly subject: string
  /** Shown while the action runs, once it is slow. */
  readonly loading?: string
  /**
   * Text for failures without an explanation of their own, or a function that only chooses the text of each; null when it
   * shows elsewhere, e.g. at a field.
   */
  readonly failure: string | ((error: CallError, describe: Describe) => ReactNode)
  /** Whether the notification shows its remaining time; true by default. */
  readonly hasProgress?: boolean
  /** Refetches what the action changed, before it reports success. */
  readonly invalidates?: () => Promise<unknown>
}

/** One run of an action; its texts override the action's. */
interface Run<T, Busy> extends Partial<Action> {
  /** Text of success; none or null removes the subject's earlier notification. */
  readonly success?: string | ((value: T) => string | Outcome | null)
  /** Runs after success, also of a repetition, while the action still counts as busy, e.g. a greeting. */
  readonly onDone?: (value: T) => unknown
  /** The same after a failure. */
  readonly onFailed?: (error: CallError, describe: Describe) => unknown
  /** Which of several things the action works on; true by default. */
  readonly busyWith?: Busy
  /** Once it is aborted, nothing is shown and nothing follows. */
  readonly signal?: AbortSignal
  /** The caller goes on with the result itself; a repetition from a notification would not reach it, so none is offered. */
  readonly isAwaited?: boolean
}

interface ActionControl<Busy> {
  readonly isBusy: boolean
  readonly busyWith: Busy | null
  readonly run: <T>(work: () => Promise<T>, given?: Run<T, Busy>) => Promise<Ended<T>>
}

/** For `.catch`: this refusal counts as done, e.g. when what should be deleted is gone. */
export function accept(code: CallError['code']): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof CallError && error.code === code)) throw error
  }
}

/** A failure that is not one of our refusals and has its own text. */
export class ExplainedFailure extends CallError {
  readonly text: ReactNode

  constructor(text: ReactNode) {
    super('internal')
    this.text = text
  }
}

/** Runs what a person requested: knows whether it is busy, and shows its progress and result in notifications. */
export function useAction<Busy = true>(action: Action): ActionControl<Busy> {
  const texts = useTexts()
  const { language } = useLanguage()
  const [busyWith, setBusyWith] = useState<Busy | null>(null)
  const run = async <T>(work: () => Promise<T>, asked: Run<T, Busy> = {}): Promise<Ended<T>> => {
    const { busyWith: busy, onDone, onFailed, isAwaited = false, ...given } = asked
    setBusyWith(busy ?? (true as Busy))
    try {
      const describe: Describe = (error, otherwise) => describeRefusal(error, otherwise, texts, language)
      const again = isAwaited || given.signal !== undefined ? null : () => void run(work, asked)
      const ended = await runAction(work, { ...action, ...given, again }, describe)
      if (given.signal?.aborted === true) return ended
      await (ended.isDone ? onDone?.(ended.value) : onFailed?.(ended.error, describe))
      return ended
    } finally {
      setBusyWith(null)
    }
  }
  return { isBusy: busyWith !== null, busyWith, run }
}

/** The same outside a component, or after it is unmounted. */
export async function runAction<T>(
  work: () => Promise<T>,
  {
    subject,
    loading,
    success,
    failure,
    hasProgress = true,
    invalidates,
    signal,
    again,
  }: Action & Pick<Run<T, unknown>, 'success' | 'signal'> & { readonly again?: (() => void) | null },
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
      error instanceof ExplainedFailure
        ? error.text
        : typeof failure === 'string'
          ? describe(error, failure)
          : failure(error, describe)
    if (text !== null && error.code === 'offline' && again !== undefined) {
      const { isUnsent } = error
      tell({
        kind: 'error',
        text: createElement(OfflineFailure, {
          lead: text === describe(error, '') ? null : text,
          isUnsent,
          onRetry: again,
        }),
        isKept: again !== null,
      })
    } else {
      tell(text === null ? null : { kind: 'error', text, reason: error, hasProgress })
    }
    return { isDone: false, error }
  }
}

/** Any other exception is a bug: shown as a failure, and reported like an uncaught error. */
function refusalOf(reason: unknown): CallError {
  if (reason instanceof CallError) return reason
  reportError(reason)
  return new CallError('internal')
}

/** No connection, the time to wait, or the refusal's own text. */
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
    case 'account_blocked':
    case 'demo_account':
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

/** A request that takes longer than this, in ms, shows its progress. */
const SLOW_AFTER = 600

/** A request's result as a notification. */
interface Outcome extends Omit<Toast, 'id'> {
  /** Shown even when no progress was; true by default. */
  readonly evenIfQuick?: boolean
}

/**
 * Follows a request: once it is slow, a notification says that it is in progress.
 * @param id the notification's subject
 * @param loading its text; null shows none
 * @returns a function that shows the result in its place; null removes it
 */
export function followRequest(id: string, loading: string | null): (end: Outcome | null) => void {
  let isSlow = false
  const timer = setTimeout(() => {
    if (loading === null) return
    isSlow = true
    void showToast({ kind: 'loading', text: loading, id })
  }, SLOW_AFTER)
  return (end) => {
    clearTimeout(timer)
    if (end === null) return void hideToast(id)
    const { evenIfQuick = true, ...toast } = end
    void (isSlow || evenIfQuick ? showToast({ ...toast, id }) : hideToast(id))
  }
}
