import { useEffect, useEffectEvent, useReducer } from 'react'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { CallError, call } from '#web/call.ts'
import { enterSession } from '#web/session.ts'
import { showToast } from '#web/ui/toasts.ts'
import { describeRefusal } from './describe-refusal.ts'
import { greet } from './greeting.ts'
import { NEW_SIGN_UP, type SignUpEvent, type SignUpRequest, type StepProps, signUp } from './sign-up.ts'

/** Where the person stands in signing up, and how to go on; runs the calls that the state asks for. */
export function useSignUp(): StepProps {
  const [state, dispatch] = useReducer(signUp, NEW_SIGN_UP)
  const { accounts, ...texts } = useTexts()
  const { language } = useLanguage()

  const settle = useEffectEvent(async (request: SignUpRequest, event: SignUpEvent) => {
    if (event.type === 'codeSent' && request.kind === 'anotherCode') {
      void showToast({ kind: 'success', text: accounts.code.sentAgain })
    }
    const lift = event.type === 'accountMade' ? await greet('welcome', state.username.trim()) : null
    dispatch(event)
    lift?.()
  })
  const explain = useEffectEvent((request: SignUpRequest, error: CallError) => {
    const text =
      request.kind === 'account' && error.code === 'wrong_code'
        ? accounts.results.invalid
        : describeRefusal(error, { ...texts, language, otherwise: accounts.results.wrong })
    void showToast({ kind: 'error', text })
  })

  const { request } = state
  useEffect(() => {
    if (request === null) return
    const abort = new AbortController()
    const follow = async () => {
      try {
        const event = await run(request, abort.signal)
        if (!abort.signal.aborted) await settle(request, event)
      } catch (reason) {
        if (abort.signal.aborted) return
        const error = reason instanceof CallError ? reason : new CallError('internal')
        explain(request, error)
        await settle(request, refusalEvent(request, error))
      }
    }
    void follow()
    return () => abort.abort()
  }, [request])

  return { state, dispatch }
}

async function run(request: SignUpRequest, signal: AbortSignal): Promise<SignUpEvent> {
  switch (request.kind) {
    case 'code':
      return askForCode(request, signal)
    case 'anotherCode': {
      const { solveCaptcha } = await import('./solve-captcha.ts')
      return askForCode({ ...request, captcha: await solveCaptcha(signal) }, signal)
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
  { username, email, password, captcha, code }: Extract<SignUpRequest, { kind: 'account' }>,
  signal: AbortSignal,
): Promise<SignUpEvent> {
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
    if (error instanceof CallError && error.code === 'email_taken') return { type: 'accountExists' }
    throw error
  }
}

function refusalEvent(request: SignUpRequest, { code, retryAfter }: CallError): SignUpEvent {
  if (request.kind === 'account') return { type: 'accountRefused' }
  if (code === 'disposable_email') return { type: 'addressRefused' }
  return {
    type: 'codeRefused',
    isCaptchaSpent: code === 'wrong_captcha',
    nextCodeAt: code === 'too_many_requests' && retryAfter !== null ? Date.now() + retryAfter * 1000 : null,
  }
}
