import { expect, it } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '#shared/api/errors.ts'
import { refusalsOf } from '#shared/api/policy.ts'
import { createServer } from '#server/http/server.ts'
import { Refusal } from '#server/refusal.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp()

const CALL = 'GET /captcha/challenge'

/** The answer to a call whose route refuses with a code, and the lines that are logged. */
async function answerTo(code: ErrorCode) {
  const { log, lines } = keepLog()
  const captcha = { ...world.app.captcha, challenge: () => Promise.reject(new Refusal(code)) }
  const fastify = await createServer({ app: { ...world.app, captcha, log }, distFolder: null })
  const { statusCode, body } = await fastify.inject({
    url: '/api/captcha/challenge',
    headers: { 'x-api-key': world.app.config.clientKey },
  })
  await fastify.close()
  return { status: statusCode, code: JSON.parse(body).error.code as ErrorCode, lines }
}

const codes = Object.keys(ERROR_STATUS) as ErrorCode[]
const declared = codes.filter((code) => refusalsOf(CALL).includes(code))

it.each(declared)('a route may refuse with %s, which its contract declares', async (code) => {
  expect(await answerTo(code)).toMatchObject({ status: ERROR_STATUS[code], code })
})

it.each(codes.filter((code) => !declared.includes(code)))(
  'a route that refuses with %s, which its contract does not declare, has a fault',
  async (code) => {
    const { lines, ...answer } = await answerTo(code)
    expect(answer).toEqual({ status: 500, code: 'internal' })
    expect(lines).toContainEqual(
      expect.objectContaining({
        error: expect.objectContaining({
          message: `${CALL} refused with ${code}, which its contract does not declare`,
        }),
      }),
    )
  },
)

it('what only the pipeline checks is declared for no call that has no such check', () => {
  expect(declared).toContain('not_found')
  for (const code of ['csrf', 'session_expired', 'forbidden', 'not_json'] as const)
    expect(declared).not.toContain(code)
})
