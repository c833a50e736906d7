import { describe, expect, it } from 'vitest'
import { accountOf, askForCode, signUp, waitForCode, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'

const LIMITS =
  'signup=1000/60,verification_network=1000/60,verification=1000/60,login=100000/60,all=100000/60'
const COMMON = 'princess'

describe('an installation that refuses common passwords', () => {
  const world = useTestApp({ env: { LIMITS, PASSWORD_COMMON: 'refuse', PASSWORD_MIN: '8' } })

  it.each([
    ['1234567', 'password_short'],
    [COMMON, 'password_common'],
    ['SUNSHINE', 'password_common'],
    ['maria-p-2026', 'password_own'],
    ['Five.Maria@example.com', 'password_own'],
  ])('names what is wrong with %s at sign-up, and the code stays valid', async (password, problem) => {
    const client = world.client()
    const email = password.includes('@') ? password.toLowerCase() : `${password.toLowerCase()}@example.com`
    const asked = await askForCode(world, client, email)
    const username = 'Maria_P'
    const refused = await client.call('POST /user', { body: accountOf(asked, { password, username }) })
    expect(refused.body.error).toMatchObject({ code: 'invalid_input', fields: { password: problem } })
    const made = await client.call('POST /user', { body: accountOf(asked, { username }) })
    expect(made.status).toBe(200)
  })

  it('refuses them at a reset and a change, and link and code stay valid', async () => {
    const client = world.client()
    const email = 'strong@example.com'
    const { userId } = await signUp(world, client, email)
    await client.call('POST /verification/{action}', { params: { action: 'change' }, body: { email } })
    const change = async (newValue: string, code: string) =>
      client.call('PUT /update/{user_id}', {
        params: { user_id: userId },
        body: { changeMethod: 'password', newValue, user_id: userId, verification_code: code },
      })
    const code = await waitForCode(world, email, 2)
    for (const [typed, problem] of [
      [COMMON, 'password_common'],
      ['Strong!@example.com', 'password_own'],
      ['seven77', 'password_short'],
    ] as const) {
      expect((await change(typed, code)).body.error?.fields).toEqual({ newValue: problem })
    }
    expect((await change('a horse that is correct', code)).status).toBe(200)

    await client.call('POST /verification/{action}', { params: { action: 'reset' }, body: { email } })
    const messages = (await waitForMails(world, email, 4)).map(({ text }) => text).join('\n')
    const token = /\/reset\?token=(\S+)/.exec(messages)?.[1] ?? ''
    const reset = (newPassword: string) => world.client().call('PUT /reset', { body: { newPassword, token } })
    expect((await reset(COMMON)).body.error?.fields).toEqual({ newPassword: 'password_common' })
    expect((await reset('strong@example.com')).body.error?.fields).toEqual({ newPassword: 'password_own' })
    expect((await reset('another horse')).status).toBe(200)
  })

  it('tells forms its requirements', async () => {
    const { body } = await world.client().call('GET /config')
    expect(body.data.password).toEqual({ min: 8, weak: 'refuse' })
  })
})

describe('an installation with default settings', () => {
  const world = useTestApp({ env: { LIMITS } })

  it('accepts five characters, and common passwords', async () => {
    const client = world.client()
    const asked = await askForCode(world, client, 'weak@example.com')
    const made = await client.call('POST /user', { body: accountOf(asked, { password: '12345' }) })
    expect(made.status).toBe(200)
    expect((await client.call('GET /config')).body.data.password).toEqual({ min: 5, weak: 'advise' })
  })
})
