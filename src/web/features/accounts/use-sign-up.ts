import { useEffect, useEffectEvent, useReducer } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { enterSession } from '#web/kit/api/session.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { greet } from './greeting.tsx'
import { afterWrongAttempt, endOf } from './mailed-code.ts'
import { NEW_SIGN_UP, signUp, type SignUpEvent, type SignUpRequest, type StepProps } from './sign-up.ts'
import { keepTyped, typedBefore } from './typed-account.ts'

/** The state of a sign-up, and how to continue; runs the calls that the state requests. */
export function useSignUp(): StepProps {
  const [state, dispatch] = useReducer(signUp, NEW_SIGN_UP, (empty) => ({ ...empty, ...typedBefore() }))
  const { code: words, results } = useTexts().accounts
  const { mutateAsync } = useAction({
    mutationFn: ({ request, signal, onSolved }: Attempt) =>
      perform(request, signal, onSolved).catch((error: unknown) => {
        // Nothing is shown, and nothing follows.
        throw signal.aborted ? new CallError('internal') : error
      }),
    meta: {
      subject: 'sign-up',
      isRepeatable: false,
      success: ({ type }, { request }) =>
        type === 'codeSent' && request.kind === 'anotherCode' ? words.sentAgain : null,
      failure(error, describe, { request, signal }) {
        // Shows at the field.
        if (signal.aborted || error.code === 'disposable_email') return null
        if (request.kind !== 'account' || error.code !== 'wrong_code') return describe(error, results.wrong)
        // The step itself says when a code no longer works.
        const isOver = state.code !== null && endOf(afterWrongAttempt(state.code), Date.now()) !== null
        return isOver ? null : results.invalid
      },
    },
  })

  const settle = useEffectEvent(async (event: SignUpEvent) => {
    const lift = event.type === 'accountMade' ? await greet('welcome', state.username.trim()) : null
    dispatch(event)
    lift?.()
  })
  const follow = useEffectEvent(async (request: SignUpRequest, signal: AbortSignal) => {
    let sentCaptcha: string | null = null
    const onSolved = (captcha: string) => (sentCaptcha = captcha)
    const event = await mutateAsync({ request, signal, onSolved }).catch((error: CallError) =>
      refusalEvent(request, error, sentCaptcha),
    )
    if (!signal.aborted) await settle(event)
  })

  const { request, username, email } = state
  useEffect(() => keepTyped({ username, email }), [username, email])
  useEffect(() => {
    if (request === null) return
    const abort = new AbortController()
    void follow(request, abort.signal)
    return () => abort.abort()
  }, [request])

  return { state, dispatch }
}

interface Attempt {
  readonly request: SignUpRequest
  readonly signal: AbortSignal
  readonly onSolved: (captcha: string) => void
}

async function perform(
  request: SignUpRequest,
  signal: AbortSignal,
  onSolved: (captcha: string) => void,
): Promise<SignUpEvent> {
  switch (request.kind) {
    case 'code':
      return askForCode(request, signal)
    case 'anotherCode': {
      const { solveCaptcha } = await import('./solve-captcha.ts')
      const captcha = await solveCaptcha(signal)
      onSolved(captcha)
      return askForCode({ ...request, captcha }, signal)
    }
    case 'account':
      return makeAccount(request, signal)
  }
}

async function askForCode(
  { email, captcha }: { readonly email: string; readonly captcha: string },
  signal: AbortSignal,
): Promise<SignUpEvent> {
  const { data } = await call('POST /verification/{action}', {
    params: { action: 'signIn' },
    body: { email, isRegistration: true, recaptchaValue: captcha },
    handles: ['too_many_requests'],
    signal,
  })
  return data.isUserExists ? { type: 'accountExists' } : { type: 'codeSent', captcha, now: Date.now() }
}

async function makeAccount(
  request: Extract<SignUpRequest, { kind: 'account' }>,
  signal: AbortSignal,
): Promise<SignUpEvent> {
  const { username, email, password, code } = request
  const [captcha = '', ...others] = request.captchas
  try {
    const { data } = await call('POST /user', {
      body: {
        data: {
          username,
          email,
          password,
          recaptchaValue: captcha,
          verification_code: code,
          isAgreed: true,
          isConsentGiven: true,
        },
      },
      handles: ['too_many_requests'],
      signal,
    })
    enterSession(data)
    return { type: 'accountMade' }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'email_taken') return { type: 'accountExists' }
    if (error.code !== 'wrong_captcha' || others.length === 0) throw error
    return makeAccount({ ...request, captchas: others }, signal)
  }
}

/** Failures after which an email may have been sent. */
const UNANSWERED = ['offline', 'internal', 'unavailable']

function refusalEvent(
  request: SignUpRequest,
  { code, retryAfter }: CallError,
  sentCaptcha: string | null,
): SignUpEvent {
  if (request.kind === 'account') return { type: 'accountRefused', isCodeWrong: code === 'wrong_code' }
  if (code === 'disposable_email') return { type: 'addressRefused' }
  return {
    type: 'codeRefused',
    isCaptchaSpent: code === 'wrong_captcha',
    unansweredCaptcha: UNANSWERED.includes(code) ? sentCaptcha : null,
    nextCodeAt: code === 'too_many_requests' && retryAfter !== null ? Date.now() + retryAfter * 1000 : null,
  }
}
