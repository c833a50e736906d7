import { describe, expect, it } from 'vitest'
import { Refusal } from '#server/refusal.ts'
import { Json } from '#server/json.ts'
import { asRefusal, refusedAnswer, successText } from './envelope.ts'

describe('successText', () => {
  it('puts data into the envelope and the declared fields beside it', () => {
    expect(JSON.parse(successText({ data: { a: 1 }, message: true, meta: { total: 2 } }))).toEqual({
      success: true,
      data: { a: 1 },
      error: null,
      message: true,
      meta: { total: 2 },
    })
  })

  it('writes null where there is no data', () => {
    expect(successText({ data: null })).toBe('{"success":true,"data":null,"error":null}')
    expect(successText({ data: undefined })).toBe('{"success":true,"data":null,"error":null}')
  })

  it('passes JSON text through', () => {
    expect(successText({ data: new Json('[1,2]'), meta: null })).toBe(
      '{"success":true,"data":[1,2],"error":null,"meta":null}',
    )
  })

  it('leaves out fields that are undefined', () => {
    expect(successText({ data: 1, isCodeRequired: undefined })).toBe('{"success":true,"data":1,"error":null}')
  })
})

describe('refusedAnswer', () => {
  it('answers with the code, its status and its English text', () => {
    expect(refusedAnswer(new Refusal('no_uses'))).toEqual({
      status: 400,
      body: { success: false, data: null, error: { code: 'no_uses', message: 'No uses' } },
    })
  })

  it('names the fields, and uses the text of the first known problem', () => {
    const { body } = refusedAnswer(new Refusal('invalid_input', { fields: { password: 'password_short' } }))
    expect(body).toMatchObject({
      error: { code: 'invalid_input', message: 'Short password', fields: { password: 'password_short' } },
    })
  })

  it('uses the general text when a field is just wrong', () => {
    const { body } = refusedAnswer(new Refusal('invalid_input', { fields: { limit: 'invalid' } }))
    expect(body).toMatchObject({ error: { message: 'Check that the data entered is correct' } })
  })

  it('puts declared extra fields beside the error, even one named data', () => {
    const { body } = refusedAnswer(new Refusal('already_bought', { extras: { data: { purchase: 1 } } }))
    expect(body).toMatchObject({ success: false, data: { purchase: 1 }, error: { code: 'already_bought' } })
  })
})

describe('asRefusal', () => {
  it('keeps a refusal', () => {
    const refusal = new Refusal('csrf')
    expect(asRefusal(refusal)).toBe(refusal)
  })

  it.each([
    ['FST_ERR_CTP_BODY_TOO_LARGE', 'too_large'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'not_json'],
    ['FST_ERR_CTP_EMPTY_JSON_BODY', 'not_json'],
    ['FST_ERR_CTP_INVALID_JSON_BODY', 'not_json'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'invalid_input'],
    ['ECONNREFUSED', 'unavailable'],
    ['57P01', 'unavailable'],
    ['53300', 'unavailable'],
    ['57014', 'unavailable'],
    ['25006', 'unavailable'],
    ['40001', 'unavailable'],
    ['40P01', 'unavailable'],
  ])('understands %s as %s', (code, expected) => {
    expect(asRefusal(Object.assign(new Error('x'), { code }))?.code).toBe(expected)
  })

  it('treats anything else as a bug', () => {
    expect(asRefusal(new TypeError('x'))).toBeNull()
    expect(asRefusal(Object.assign(new Error('x'), { code: '23505' }))).toBeNull()
    expect(asRefusal('text')).toBeNull()
    expect(asRefusal(undefined)).toBeNull()
  })
})
