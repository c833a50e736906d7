import type { FieldProblem } from '#shared/api/errors.ts'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import { CODE_PAUSE_SECONDS, passwordProblem, usernameProblem } from '#shared/rules/accounts.ts'
import { afterWrongAttempt, type MailedCode, newCode } from './mailed-code.ts'

/** The steps of sign-up, in order. */
export const SIGN_UP_STEPS = ['username', 'email', 'password', 'proof', 'code'] as const
export type SignUpStep = (typeof SIGN_UP_STEPS)[number]

/** A call that the state requests; its result comes back as an event. */
export type SignUpRequest =
  | { readonly kind: 'code'; readonly email: string; readonly captcha: string }
  /** Another code to the same address, which needs its own captcha. */
  | { readonly kind: 'anotherCode'; readonly email: string }
  | {
      readonly kind: 'account'
      readonly username: string
      readonly email: string
      readonly password: string
      /** The captchas that the valid code may have been sent with, the likeliest first. */
      readonly captchas: readonly string[]
      readonly code: string
    }

/** The state of a sign-up. In memory only: it holds a password. */
export interface SignUp {
  readonly step: SignUpStep
  /** As typed. */
  readonly username: string
  readonly email: string
  readonly password: string
  readonly isAgreed: boolean
  readonly isConsentGiven: boolean
  /** The solved captcha; null until then. */
  readonly captcha: string | null
  /** Sent for another code without an answer: the newest code may belong to it. */
  readonly unansweredCaptcha: string | null
  /** The address was refused; the corrected one leads straight back to the last step before the code. */
  readonly isCorrecting: boolean
  /** Why the shown step cannot be finished. */
  readonly problem: FieldProblem | null
  /** The address that a code was sent to with this captcha. */
  readonly codeSentTo: string | null
  /** What is known of that code. */
  readonly code: MailedCode | null
  /** When another code can be requested, in ms since 1970; null: now. */
  readonly nextCodeAt: number | null
  /** Counts entered codes, so that each attempt starts with empty cells. */
  readonly attempt: number
  readonly request: SignUpRequest | null
  readonly outcome: 'ok' | 'exists' | null
}

export type SignUpEvent =
  | { readonly type: 'typed'; readonly field: 'username' | 'email' | 'password'; readonly value: string }
  | {
      readonly type: 'ticked'
      readonly box: 'isAgreed' | 'isConsentGiven'
      readonly isOn: boolean
      readonly now: number
    }
  | { readonly type: 'captchaSolved'; readonly captcha: string; readonly now: number }
  | { readonly type: 'captchaExpired' }
  /** `problem`: why this installation refuses the step's value, beyond the rules that hold everywhere. */
  | { readonly type: 'continued'; readonly now: number; readonly problem?: FieldProblem | null }
  /** By the browser's history, back or forward. */
  | { readonly type: 'cameTo'; readonly place: number; readonly now: number }
  | { readonly type: 'codeSent'; readonly captcha: string; readonly now: number }
  | {
      readonly type: 'codeRefused'
      readonly isCaptchaSpent: boolean
      readonly nextCodeAt: number | null
      /** The captcha of a request whose answer was lost; a code may have been sent. */
      readonly unansweredCaptcha?: string | null
    }
  /** The address cannot have an account; the captcha is used. */
  | { readonly type: 'addressRefused' }
  /** `isSolvedApart`: only the previous step can show the captcha. */
  | { readonly type: 'anotherCodeWanted'; readonly now: number; readonly isSolvedApart: boolean }
  | { readonly type: 'codeEntered'; readonly code: string }
  | { readonly type: 'accountRefused'; readonly isCodeWrong: boolean }
  | { readonly type: 'accountExists' }
  | { readonly type: 'accountMade' }

/** Props of a step's view. */
export interface StepProps {
  readonly state: SignUp
  readonly dispatch: (event: SignUpEvent) => void
}

export const NEW_SIGN_UP: SignUp = {
  step: 'username',
  username: '',
  email: '',
  password: '',
  isAgreed: false,
  isConsentGiven: false,
  captcha: null,
  unansweredCaptcha: null,
  isCorrecting: false,
  problem: null,
  codeSentTo: null,
  code: null,
  nextCodeAt: null,
  attempt: 0,
  request: null,
  outcome: null,
}

/** The state after an event. Pure: the calls that it causes are in `request`. */
export function signUp(state: SignUp, event: SignUpEvent): SignUp {
  switch (event.type) {
    case 'typed':
      return { ...state, [event.field]: event.value, problem: null }
    case 'ticked':
      // The consents sent with the request for a code stay until the answer.
      if (state.request !== null) return state
      return requestWhenComplete({ ...state, [event.box]: event.isOn, problem: null }, event.now)
    case 'captchaSolved':
      return requestWhenComplete({ ...state, captcha: event.captcha, problem: null }, event.now)
    case 'captchaExpired':
      // A captcha already sent, or belonging to the valid code, was in time.
      return state.request !== null || state.codeSentTo !== null ? state : { ...state, captcha: null }
    case 'continued':
      return goOn(state, event.now, event.problem)
    case 'cameTo':
      return comeTo(state, event.place, event.now)
    case 'codeSent':
      return {
        ...state,
        step: 'code',
        captcha: event.captcha,
        unansweredCaptcha: null,
        codeSentTo: emailOf(state),
        code: newCode(event.now),
        nextCodeAt: event.now + CODE_PAUSE_SECONDS * 1000,
        attempt: state.attempt + 1,
        request: null,
      }
    case 'codeRefused': {
      // The captcha that the valid code was sent with still belongs to it.
      const isLost = event.isCaptchaSpent && state.codeSentTo === null
      return {
        ...state,
        captcha: isLost ? null : state.captcha,
        unansweredCaptcha: event.unansweredCaptcha ?? state.unansweredCaptcha,
        nextCodeAt: event.nextCodeAt,
        request: null,
      }
    }
    case 'addressRefused':
      return {
        ...forgetCode(state),
        step: 'email',
        problem: 'email_disposable',
        isCorrecting: true,
        request: null,
      }
    case 'anotherCodeWanted':
      if (state.request !== null || isTooEarly(state, event.now)) return state
      if (event.isSolvedApart) return { ...forgetCode(state), step: 'proof' }
      return { ...state, request: { kind: 'anotherCode', email: emailOf(state) } }
    case 'codeEntered':
      return { ...state, request: accountRequest(state, event.code) }
    case 'accountRefused':
      return {
        ...state,
        code: event.isCodeWrong && state.code !== null ? afterWrongAttempt(state.code) : state.code,
        attempt: state.attempt + 1,
        request: null,
      }
    case 'accountExists':
      // The way back from there leads to the address.
      return { ...forgetCode(state), step: 'email', request: null, outcome: 'exists' }
    case 'accountMade':
      return { ...state, request: null, outcome: 'ok' }
  }
}

/** The index in the browser's history, from 0. The result for a known address has its own. */
export function placeOf({ step, outcome }: Pick<SignUp, 'step' | 'outcome'>): number {
  // After the account is created there is nothing to go back to.
  if (outcome === 'ok') return 0
  return SIGN_UP_STEPS.indexOf(step) + (outcome === 'exists' ? 1 : 0)
}

function comeTo(state: SignUp, place: number, now: number): SignUp {
  // An account that is being created, or exists, cannot be undone.
  if (state.request?.kind === 'account' || state.outcome === 'ok') return state
  const step = SIGN_UP_STEPS[place]
  if (step === undefined || place === placeOf(state)) return state
  if (place > placeOf(state)) return state.outcome === null ? goForward(state, step, now) : state
  return { ...state, step, problem: null, request: null, outcome: null }
}

/** Passes only completed steps; an incomplete one is shown as it was, without a request. */
function goForward(state: SignUp, target: SignUpStep, now: number): SignUp {
  if (state.step === target) return state
  if (state.step === 'proof' && state.codeSentTo !== emailOf(state)) return state
  const next = goOn(state, now)
  return next.step === state.step ? state : goForward(next, target, now)
}

/** Whether the captcha and both checkboxes are complete. */
function isProofComplete({ captcha, isAgreed, isConsentGiven }: SignUp): boolean {
  return captcha !== null && isAgreed && isConsentGiven
}

function goOn(state: SignUp, now: number, given: FieldProblem | null = null): SignUp {
  if (state.step === 'proof') return leaveProof(state, now)
  const problem = problemOf(state) ?? given
  if (problem !== null) return { ...state, problem }
  const isCorrected = state.step === 'email' && state.isCorrecting
  const step = isCorrected ? 'proof' : nextStep(state.step)
  const next = { ...state, step, isCorrecting: false, problem: null }
  return state.step === 'email' && state.codeSentTo !== null && state.codeSentTo !== emailOf(state)
    ? forgetCode(next)
    : next
}

function leaveProof(state: SignUp, now: number): SignUp {
  if (!isProofComplete(state)) return { ...state, problem: 'required' }
  if (state.codeSentTo === emailOf(state)) return { ...state, step: 'code', problem: null }
  return requestWhenComplete(state, now)
}

/**
 * Requests the code as soon as everything is complete, unless one has been sent already or the last request is too recent.
 */
function requestWhenComplete(state: SignUp, now: number): SignUp {
  const { captcha, codeSentTo, request } = state
  if (captcha === null || !isProofComplete(state) || request !== null) return state
  if (codeSentTo !== null || isTooEarly(state, now)) return state
  return { ...state, request: { kind: 'code', email: emailOf(state), captcha } }
}

function problemOf({ step, username, email, password }: SignUp): FieldProblem | null {
  switch (step) {
    case 'username':
      return usernameProblem(username.trim())
    case 'email':
      return emailProblem(normalizeEmail(email))
    case 'password':
      return passwordProblem(password.trim())
    default:
      return null
  }
}

/** Another address needs its own captcha and has its own pause. */
function forgetCode(state: SignUp): SignUp {
  return { ...state, captcha: null, unansweredCaptcha: null, codeSentTo: null, code: null, nextCodeAt: null }
}

function accountRequest(state: SignUp, code: string): SignUpRequest | null {
  const { captcha, unansweredCaptcha, codeSentTo, username, password } = state
  if (captcha === null || codeSentTo === null) return null
  return {
    kind: 'account',
    username: username.trim(),
    email: codeSentTo,
    password: password.trim(),
    captchas: unansweredCaptcha === null ? [captcha] : [captcha, unansweredCaptcha],
    code,
  }
}

function emailOf({ email }: SignUp): string {
  return normalizeEmail(email)
}

function isTooEarly({ nextCodeAt }: SignUp, now: number): boolean {
  return nextCodeAt !== null && nextCodeAt > now
}

function nextStep(step: SignUpStep): SignUpStep {
  return SIGN_UP_STEPS[SIGN_UP_STEPS.indexOf(step) + 1] ?? step
}
