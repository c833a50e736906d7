import { useState } from 'react'
import { CODE_PAUSE_SECONDS } from '#shared/rules/accounts.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call, type CallError, refreshSession } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { afterWrongAttempt, endOf, type MailedCode, newCode } from './mailed-code.ts'
import { keptInTab } from '#web/kit/stores/storage.ts'
import { createStore } from '#web/kit/stores/store.ts'
import type { Describe } from '#web/kit/actions/refusals.ts'

/** One code per minute and address. */
const PAUSE_MS = CODE_PAUSE_SECONDS * 1000

export interface ChangePassword {
  readonly isOpen: boolean
  /** What the panel asks for. */
  readonly step: 'code' | 'password'
  readonly isBusy: boolean
  readonly isSendingAgain: boolean
  readonly code: MailedCode | null
  /** Grows with every wrong code, so that the cells are cleared. */
  readonly attempt: number
  /** When another code can be requested, in ms since 1970. */
  readonly nextCodeAt: number | null
  /** Opens the panel; sends a code, unless one is still valid. */
  readonly begin: () => void
  readonly sendAgain: () => void
  readonly checkCode: (digits: string) => void
  readonly setPassword: (newPassword: string) => void
  readonly leave: () => void
}

interface Account {
  readonly email: string
  readonly userId: number
}

/** Changes the password: a mailed code, its check, and then the new password with the code. */
export function useChangePassword({ email, userId }: Account): ChangePassword {
  const { accounts, errors, profile } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [step, setStep] = useState<ChangePassword['step']>('code')
  const [code, setCode] = useState<MailedCode | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [nextCodeAt, setNextCodeAt] = useState<number | null>(null)
  const [checkedCode, setCheckedCode] = useState('')

  const wronglyTried = code === null ? null : afterWrongAttempt(code)
  const failure = (error: CallError, describe: Describe) => {
    if (error.code !== 'wrong_code') return describe(error, accounts.results.wrong)
    // The panel itself says when a code no longer works.
    return endOf(wronglyTried, Date.now()) === null ? errors.wrong_code : null
  }
  const onError = (error: CallError) => {
    if (error.code !== 'wrong_code') return
    setCode(wronglyTried)
    setStep('code')
    setAttempt((last) => last + 1)
  }
  const open = () => {
    setNextCodeAt(readSentAt(userId) + PAUSE_MS)
    setStep('code')
    setIsOpen(true)
  }
  const sending = useAction({
    async mutationFn(_: 'first' | 'another') {
      await call('POST /verification/{action}', {
        params: { action: 'change' },
        body: { email },
        handles: ['too_many_requests'],
      })
      const now = Date.now()
      sent.set({ userId, at: now })
      setCode(newCode(now))
    },
    meta: {
      subject: 'change-password',
      success: (_, which) => (which === 'another' ? accounts.code.sentAgain : null),
      failure,
    },
    onSuccess(_, which) {
      if (which === 'first') return open()
      setNextCodeAt(readSentAt(userId) + PAUSE_MS)
      setAttempt(attempt + 1)
    },
  })
  const checking = useAction({
    mutationFn: (digits: string) =>
      call('POST /checkCode', {
        body: { email, verification_code: digits },
        handles: ['too_many_requests'],
      }),
    meta: { subject: 'change-password', failure },
    onSuccess(_, digits) {
      setCheckedCode(digits)
      setStep('password')
    },
    onError,
  })
  const changing = useAction({
    mutationFn: (newValue: string) =>
      call('PUT /update/{user_id}', {
        params: { user_id: userId },
        body: { changeMethod: 'password', newValue, user_id: userId, verification_code: checkedCode },
        handles: ['too_many_requests'],
      }),
    meta: {
      subject: 'change-password',
      success: `${accounts.results.changed} ${profile.password.changedText}`,
      failure,
    },
    async onSuccess() {
      await refreshSession()
      sent.set({ userId, at: 0 })
      setCode(null)
      setIsOpen(false)
    },
    onError,
  })
  return {
    isOpen,
    step,
    isBusy: sending.busyWith === 'first' || checking.isPending || changing.isPending,
    isSendingAgain: sending.busyWith === 'another',
    code,
    attempt,
    nextCodeAt,
    begin() {
      // A code from before a reload may still be valid.
      const last = code ?? newCode(readSentAt(userId))
      setCode(last)
      if (endOf(last, Date.now()) === null) open()
      else sending.mutate('first')
    },
    sendAgain: () => sending.mutate('another'),
    checkCode: checking.mutate,
    setPassword: changing.mutate,
    leave: () => setIsOpen(false),
  }
}

/**
 * Whose code this browser requested last, and when, in this tab and across reloads; another browser's code does not work
 * here.
 */
const sent = createStore<{ readonly userId: number; readonly at: number }>(
  { userId: 0, at: 0 },
  {
    in: keptInTab('changeCodeSentAt'),
    parse(text) {
      const [userId = 0, at = 0] = text?.split(' ').map(Number) ?? []
      return { userId, at }
    },
    format: ({ userId, at }) => `${userId} ${at}`,
  },
)

/** In ms since 1970; 0 when there was none. */
function readSentAt(userId: number): number {
  const last = sent.get()
  return last.userId === userId ? last.at : 0
}
