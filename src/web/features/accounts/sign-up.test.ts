import { describe, expect, it } from 'vitest'
import {
  NEW_SIGN_UP,
  placeOf,
  SIGN_UP_STEPS,
  type SignUp,
  type SignUpEvent,
  type SignUpStep,
  signUp,
} from './sign-up.ts'

const NOW = 1_000_000
const after = (state: SignUp, ...events: readonly SignUpEvent[]) => events.reduce(signUp, state)

const typed = (field: 'username' | 'email' | 'password', value: string): SignUpEvent => ({
  type: 'typed',
  field,
  value,
})
const on = (box: 'isAgreed' | 'isConsentGiven', isOn = true): SignUpEvent => ({
  type: 'ticked',
  box,
  isOn,
  now: NOW,
})
const solved = (captcha = 'payload'): SignUpEvent => ({ type: 'captchaSolved', captcha, now: NOW })
const sent = (captcha = 'payload'): SignUpEvent => ({ type: 'codeSent', captcha, now: NOW })
const CONTINUED: SignUpEvent = { type: 'continued', now: NOW }
const backTo = (step: SignUpStep): SignUpEvent => ({
  type: 'cameTo',
  place: SIGN_UP_STEPS.indexOf(step),
  now: NOW,
})
const forwardTo = backTo

const atProof = after(
  NEW_SIGN_UP,
  typed('username', ' ann_42 '),
  CONTINUED,
  typed('email', ' Ann@Example.com '),
  CONTINUED,
  typed('password', ' secret '),
  CONTINUED,
)
const asking = after(atProof, on('isAgreed'), on('isConsentGiven'), solved())
const atCode = after(asking, sent())

describe('the first three steps', () => {
  it('follow each other when the field is valid', () => {
    expect(atProof).toMatchObject({ step: 'proof', problem: null })
  })

  it('stay and show what is wrong with the field', () => {
    expect(after(NEW_SIGN_UP, CONTINUED)).toMatchObject({ step: 'username', problem: 'username_short' })
    expect(after(NEW_SIGN_UP, typed('username', '12345'), CONTINUED)).toMatchObject({
      problem: 'username_digits',
    })
    const atEmail = after(NEW_SIGN_UP, typed('username', 'ann'), CONTINUED)
    expect(after(atEmail, CONTINUED)).toMatchObject({ step: 'email', problem: 'email_empty' })
    expect(after(atEmail, typed('email', 'ann@'), CONTINUED)).toMatchObject({ problem: 'email_invalid' })
    const atPassword = after(atEmail, typed('email', 'ann@example.com'), CONTINUED)
    expect(after(atPassword, typed('password', '1234 '), CONTINUED)).toMatchObject({
      problem: 'password_short',
    })
  })

  it('clear the problem when the field changes', () => {
    expect(after(NEW_SIGN_UP, CONTINUED, typed('username', 'a')).problem).toBeNull()
  })

  it('keep everything that was entered on the way back', () => {
    const back = after(atProof, backTo('password'), backTo('username'))
    expect(back).toMatchObject({ step: 'username', username: ' ann_42 ', password: ' secret ' })
  })
})

describe('captcha and checkboxes', () => {
  it('are required when any of them is missing', () => {
    expect(after(atProof, CONTINUED)).toMatchObject({ step: 'proof', problem: 'required', request: null })
    expect(after(atProof, on('isAgreed'), on('isConsentGiven'), CONTINUED).problem).toBe('required')
    expect(after(atProof, solved(), on('isAgreed'), CONTINUED).problem).toBe('required')
  })

  it('request the code as soon as all are complete, in any order', () => {
    const request = { kind: 'code', email: 'ann@example.com', captcha: 'payload' }
    expect(asking.request).toEqual(request)
    expect(after(atProof, solved(), on('isConsentGiven'), on('isAgreed')).request).toEqual(request)
  })

  it('stay unchanged while waiting for the answer', () => {
    expect(after(asking, on('isAgreed', false))).toBe(asking)
    expect(after(asking, CONTINUED)).toBe(asking)
  })

  it('lead to the code once it was sent', () => {
    expect(atCode).toMatchObject({ step: 'code', codeSentTo: 'ann@example.com', request: null })
    expect(atCode.nextCodeAt).toBe(NOW + 60_000)
  })

  it('lead to the result when the address has an account', () => {
    expect(after(asking, { type: 'accountExists' })).toMatchObject({ outcome: 'exists', request: null })
  })
})

describe('an expired captcha', () => {
  const EXPIRED: SignUpEvent = { type: 'captchaExpired' }

  it('is required again, and then requests the code', () => {
    const expired = after(atProof, solved(), EXPIRED, on('isAgreed'), on('isConsentGiven'))
    expect(expired).toMatchObject({ captcha: null, request: null })
    expect(after(expired, solved('second')).request).toMatchObject({ kind: 'code', captcha: 'second' })
  })

  it('changes nothing once the code was requested', () => {
    expect(after(asking, EXPIRED)).toBe(asking)
    expect(after(atCode, EXPIRED)).toBe(atCode)
  })
})

describe('a refused request for a code', () => {
  it('requires the captcha again when it was used', () => {
    const refused = after(asking, { type: 'codeRefused', isCaptchaSpent: true, nextCodeAt: null })
    expect(refused).toMatchObject({ step: 'proof', captcha: null, request: null })
    expect(after(refused, solved('second')).request).toMatchObject({ captcha: 'second' })
  })

  it('keeps the captcha and waits when it came too early', () => {
    const refused = after(asking, { type: 'codeRefused', isCaptchaSpent: false, nextCodeAt: NOW + 30_000 })
    expect(refused.captcha).toBe('payload')
    expect(after(refused, CONTINUED).request).toBeNull()
    expect(after(refused, { type: 'continued', now: NOW + 30_000 }).request).toMatchObject({ kind: 'code' })
  })
})

describe('the way back from the code', () => {
  it('leads forward again without another code', () => {
    const back = after(atCode, backTo('proof'))
    expect(back).toMatchObject({ step: 'proof', captcha: 'payload' })
    expect(after(back, CONTINUED)).toMatchObject({ step: 'code', request: null })
    expect(after(back, on('isAgreed', false), on('isAgreed')).request).toBeNull()
  })

  it('needs a new captcha and code for another address', () => {
    const moved = after(atCode, backTo('email'), typed('email', 'eve@example.com'), CONTINUED, CONTINUED)
    expect(moved).toMatchObject({ step: 'proof', captcha: null, codeSentTo: null, nextCodeAt: null })
    expect(moved.isAgreed).toBe(true)
    expect(after(moved, solved('second')).request).toMatchObject({
      email: 'eve@example.com',
      captcha: 'second',
    })
  })

  it('keeps the code when the address was only written differently', () => {
    const same = after(
      atCode,
      backTo('email'),
      typed('email', 'ANN@example.com'),
      CONTINUED,
      CONTINUED,
      CONTINUED,
    )
    expect(same.step).toBe('code')
  })
})

describe('another code', () => {
  it('is not requested too early', () => {
    expect(
      after(atCode, { type: 'anotherCodeWanted', now: NOW + 59_999, isSolvedApart: false }).request,
    ).toBeNull()
    expect(
      after(atCode, { type: 'anotherCodeWanted', now: NOW + 60_000, isSolvedApart: false }).request,
    ).toEqual({
      kind: 'anotherCode',
      email: 'ann@example.com',
    })
  })

  it('has its own captcha and empty cells', () => {
    const again = after(
      atCode,
      { type: 'anotherCodeWanted', now: NOW + 60_000, isSolvedApart: false },
      sent('second'),
    )
    expect(again).toMatchObject({ step: 'code', captcha: 'second' })
    expect(again.attempt).toBeGreaterThan(atCode.attempt)
  })

  it('leaves the first code valid when it is refused', () => {
    const wanted = after(atCode, { type: 'anotherCodeWanted', now: NOW + 60_000, isSolvedApart: false })
    const refused = after(wanted, { type: 'codeRefused', isCaptchaSpent: true, nextCodeAt: null })
    expect(refused).toMatchObject({ step: 'code', captcha: 'payload' })
  })
})

describe('the entered code', () => {
  const entered = after(atCode, { type: 'codeEntered', code: '123456' })

  it('requests the account with everything as it was checked', () => {
    expect(entered.request).toEqual({
      kind: 'account',
      username: 'ann_42',
      email: 'ann@example.com',
      password: 'secret',
      captchas: ['payload'],
      code: '123456',
    })
  })

  it('may belong to the captcha of a request whose answer was lost', () => {
    const refusal = { type: 'codeRefused', isCaptchaSpent: false, nextCodeAt: null } as const
    const lost = after(atCode, { ...refusal, unansweredCaptcha: 'second' })
    const typedIn = { type: 'codeEntered', code: '123456' } as const
    expect(after(lost, typedIn).request).toMatchObject({ captchas: ['payload', 'second'] })
    expect(after(lost, sent('third'), typedIn).request).toMatchObject({ captchas: ['third'] })
  })

  it('cannot be undone while the account is being created', () => {
    expect(after(entered, backTo('proof'))).toBe(entered)
  })

  it('is cleared when it was refused', () => {
    const refused = after(entered, { type: 'accountRefused', isCodeWrong: true })
    expect(refused).toMatchObject({ step: 'code', request: null, outcome: null })
    expect(refused.attempt).toBeGreaterThan(entered.attempt)
  })

  it('ends with an account, or says that one exists', () => {
    expect(after(entered, { type: 'accountMade' }).outcome).toBe('ok')
    expect(after(entered, { type: 'accountExists' }).outcome).toBe('exists')
  })
})

describe('a disposable address', () => {
  it('leads back to the address, and needs its own captcha the next time', () => {
    const asked = after(atProof, on('isAgreed'), on('isConsentGiven'), solved())
    expect(asked.request?.kind).toBe('code')
    const refused = after(asked, { type: 'addressRefused' })
    expect(refused).toMatchObject({
      step: 'email',
      problem: 'email_disposable',
      captcha: null,
      codeSentTo: null,
      request: null,
      isAgreed: true,
    })
    const again = after(refused, typed('email', 'kept@example.com'), CONTINUED)
    // The password was chosen before.
    expect(again).toMatchObject({ step: 'proof', problem: null, request: null })
    expect(after(again, solved('second')).request).toMatchObject({
      email: 'kept@example.com',
      captcha: 'second',
    })
  })
})

describe("another code with a provider's widget", () => {
  it('goes through the step that shows it, with the checkboxes kept, and then continues by itself', () => {
    const early = { type: 'anotherCodeWanted', now: NOW + 59_999, isSolvedApart: true } as const
    expect(after(atCode, early)).toBe(atCode)
    const again = after(atCode, { ...early, now: NOW + 60_000 })
    expect(again).toMatchObject({ step: 'proof', captcha: null, codeSentTo: null, isAgreed: true })
    expect(after(again, solved('second')).request).toMatchObject({ kind: 'code', captcha: 'second' })
  })
})

describe('going back', () => {
  it('returns to an address that has an account, and does nothing after a new account', () => {
    const known = after(asking, { type: 'accountExists' })
    expect(placeOf(known)).toBe(SIGN_UP_STEPS.indexOf('email') + 1)
    expect(after(known, backTo('password'))).toBe(known)
    expect(after(known, backTo('email'))).toMatchObject({ step: 'email', outcome: null, captcha: null })
    const made = after(atCode, { type: 'accountMade' })
    expect(placeOf(made)).toBe(0)
    expect(after(made, backTo('email'))).toBe(made)
  })

  it('cancels a code that has not been sent yet', () => {
    expect(after(asking, backTo('password'))).toMatchObject({ step: 'password', request: null })
  })
})

describe('going forward through the history', () => {
  it('passes completed steps, up to the code while it belongs to the address', () => {
    const back = after(atCode, backTo('username'))
    expect(after(back, forwardTo('email')).step).toBe('email')
    expect(after(back, forwardTo('code'))).toMatchObject({ step: 'code', request: null })
  })

  it('stays at an incomplete step, without a message', () => {
    const emptied = after(atProof, backTo('email'), typed('email', 'ann@'))
    expect(after(emptied, forwardTo('proof'))).toMatchObject({ step: 'email', problem: null })
  })

  it('requests no code', () => {
    const moved = after(atCode, backTo('email'), typed('email', 'eve@example.com'), forwardTo('code'))
    expect(moved).toMatchObject({ step: 'proof', problem: null, request: null, captcha: null })
    expect(after(asking, forwardTo('code'))).toBe(asking)
  })
})
