import { describe, expect, it } from 'vitest'
import { NEW_SIGN_UP, type SignUp, type SignUpEvent, signUp } from './sign-up.ts'

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
const BACK: SignUpEvent = { type: 'wentBack' }

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
  it('follow each other when the field is right', () => {
    expect(atProof).toMatchObject({ step: 'proof', problem: null })
  })

  it('stay and say what is wrong with the field', () => {
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

  it('take the complaint back when the field changes', () => {
    expect(after(NEW_SIGN_UP, CONTINUED, typed('username', 'a')).problem).toBeNull()
  })

  it('keep everything that was entered on the way back', () => {
    const back = after(atProof, BACK, BACK, BACK)
    expect(back).toMatchObject({ step: 'username', username: ' ann_42 ', password: ' secret ' })
    expect(after(back, BACK).step).toBe('username')
  })
})

describe('captcha and boxes', () => {
  it('are asked for when any of them is missing', () => {
    expect(after(atProof, CONTINUED)).toMatchObject({ step: 'proof', problem: 'required', request: null })
    expect(after(atProof, on('isAgreed'), on('isConsentGiven'), CONTINUED).problem).toBe('required')
    expect(after(atProof, solved(), on('isAgreed'), CONTINUED).problem).toBe('required')
  })

  it('ask for the code as soon as all are done, in any order', () => {
    const request = { kind: 'code', email: 'ann@example.com', captcha: 'payload' }
    expect(asking.request).toEqual(request)
    expect(after(atProof, solved(), on('isConsentGiven'), on('isAgreed')).request).toEqual(request)
  })

  it('stay as they are while the answer is awaited', () => {
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

describe('a refused request for a code', () => {
  it('asks for the captcha again when it was spent', () => {
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
    const back = after(atCode, BACK)
    expect(back).toMatchObject({ step: 'proof', captcha: 'payload' })
    expect(after(back, CONTINUED)).toMatchObject({ step: 'code', request: null })
    expect(after(back, on('isAgreed', false), on('isAgreed')).request).toBeNull()
  })

  it('needs a new captcha and code for another address', () => {
    const moved = after(atCode, BACK, BACK, BACK, typed('email', 'eve@example.com'), CONTINUED, CONTINUED)
    expect(moved).toMatchObject({
      step: 'proof',
      captcha: null,
      codeSentTo: null,
      nextCodeAt: null,
      isAgreed: true,
    })
    expect(after(moved, solved('second')).request).toMatchObject({
      email: 'eve@example.com',
      captcha: 'second',
    })
  })

  it('keeps the code when the address was only written differently', () => {
    const same = after(
      atCode,
      BACK,
      BACK,
      BACK,
      typed('email', 'ANN@example.com'),
      CONTINUED,
      CONTINUED,
      CONTINUED,
    )
    expect(same.step).toBe('code')
  })
})

describe('another code', () => {
  it('is not asked for before its time', () => {
    expect(after(atCode, { type: 'anotherCodeWanted', now: NOW + 59_999 }).request).toBeNull()
    expect(after(atCode, { type: 'anotherCodeWanted', now: NOW + 60_000 }).request).toEqual({
      kind: 'anotherCode',
      email: 'ann@example.com',
    })
  })

  it('brings its own captcha and empty cells', () => {
    const again = after(atCode, { type: 'anotherCodeWanted', now: NOW + 60_000 }, sent('second'))
    expect(again).toMatchObject({ step: 'code', captcha: 'second' })
    expect(again.attempt).toBeGreaterThan(atCode.attempt)
  })

  it('leaves the first code good when it is refused', () => {
    const wanted = after(atCode, { type: 'anotherCodeWanted', now: NOW + 60_000 })
    const refused = after(wanted, { type: 'codeRefused', isCaptchaSpent: true, nextCodeAt: null })
    expect(refused).toMatchObject({ step: 'code', captcha: 'payload' })
  })
})

describe('the entered code', () => {
  const entered = after(atCode, { type: 'codeEntered', code: '123456' })

  it('asks for the account with everything as it was checked', () => {
    expect(entered.request).toEqual({
      kind: 'account',
      username: 'ann_42',
      email: 'ann@example.com',
      password: 'secret',
      captcha: 'payload',
      code: '123456',
    })
  })

  it('cannot be taken back while the account is being made', () => {
    expect(after(entered, BACK)).toBe(entered)
  })

  it('is emptied when it was refused', () => {
    const refused = after(entered, { type: 'accountRefused' })
    expect(refused).toMatchObject({ step: 'code', request: null, outcome: null })
    expect(refused.attempt).toBeGreaterThan(entered.attempt)
  })

  it('ends in an account, or says that there is one', () => {
    expect(after(entered, { type: 'accountMade' }).outcome).toBe('ok')
    expect(after(entered, { type: 'accountExists' }).outcome).toBe('exists')
  })
})
