import { readJsonAnswer } from '#server/adapters/answers/read-answer.ts'
import type { Config } from '#server/config/config.ts'
import { failure, type Finding, ok, sentenceOf, warning } from './diagnosis.ts'

const ANSWER_MS = 10_000
const ANSWER_MAX = 1024 * 1024
/** The first video of the platform: one unit of the day's quota. */
const KNOWN_VIDEO = 'jNQXAC9IVRw'
const YOUTUBE = 'https://www.googleapis.com/youtube/v3'

type ServicesConfig = Pick<
  Config,
  | 'youtubeApiKey'
  | 'youtubeUrl'
  | 'yookassaShopId'
  | 'yookassaSecretKey'
  | 'yookassaUrl'
  | 'oidcIssuer'
  | 'publicUrl'
>

/** Whether outside services accept this installation's keys. */
export async function checkServices(config: ServicesConfig): Promise<Finding[]> {
  const issuer = config.oidcIssuer === null ? [] : [checkIssuer(config.oidcIssuer, config)]
  return Promise.all([checkYoutube(config), checkShop(config), ...issuer])
}

async function checkYoutube({ youtubeApiKey, youtubeUrl }: ServicesConfig): Promise<Finding> {
  const part = 'YouTube'
  if (youtubeApiKey === null)
    return warning(
      part,
      'YOUTUBE_API_KEY is not set: a stand-in makes up videos.',
      'Make a key in the Google Cloud console.',
    )
  const query = new URLSearchParams({ part: 'id', id: KNOWN_VIDEO, key: youtubeApiKey })
  return judge(
    part,
    await statusOf(`${youtubeUrl || YOUTUBE}/videos?${query.toString()}`, {}),
    'YOUTUBE_API_KEY',
  )
}

async function checkShop(config: ServicesConfig): Promise<Finding> {
  const part = 'YooKassa'
  const { yookassaShopId, yookassaSecretKey, yookassaUrl } = config
  if (yookassaShopId === null || yookassaSecretKey === null)
    return warning(
      part,
      'No shop is set: a stand-in takes no money.',
      'Set YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY.',
    )
  const authorization = `Basic ${Buffer.from(`${yookassaShopId}:${yookassaSecretKey}`).toString('base64')}`
  const status = await statusOf(`${yookassaUrl}/payments?limit=1`, { authorization })
  return judge(part, status, 'YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY')
}

/** Whether the issuer's discovery document and keys are what the sign-in needs. The client's secret shows only at a sign-in. */
async function checkIssuer(issuer: string, { publicUrl }: ServicesConfig): Promise<Finding> {
  const part = 'OIDC issuer'
  if (issuer === 'local') return warning(part, 'A stand-in lets anybody in.', 'Set OIDC_ISSUER.')
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const found = await jsonOf(address)
  if (typeof found === 'string')
    return failure(
      part,
      `Its discovery document cannot be read: ${found}.`,
      'Compare OIDC_ISSUER with what it says.',
    )
  if (found['issuer'] !== issuer)
    return failure(part, `It calls itself ${String(found['issuer'])}.`, 'Set OIDC_ISSUER to exactly that.')
  const lacks = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].find(
    (name) => typeof found[name] !== 'string',
  )
  if (lacks !== undefined)
    return failure(part, `It has no ${lacks}.`, 'Allow the authorization code flow for this client there.')
  const keys = await jsonOf(String(found['jwks_uri']))
  if (typeof keys === 'string' || !Array.isArray(keys['keys']) || keys['keys'].length === 0)
    return failure(part, 'Its keys cannot be read, so no sign-in can be verified.', 'Look at its jwks_uri.')
  const methods = found['code_challenge_methods_supported']
  if (!Array.isArray(methods) || !methods.includes('S256'))
    return warning(
      part,
      'It answers, but does not say that it checks PKCE with S256.',
      'Require PKCE for this client there, if it can.',
    )
  return ok(part, `It answers, with keys; ${publicUrl}/login must be registered there.`)
}

async function jsonOf(url: string): Promise<Readonly<Record<string, unknown>> | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    const found = await readJsonAnswer(response, ANSWER_MAX)
    if (response.status !== 200) return `it answers with ${response.status}`
    return typeof found === 'object' && found !== null ? { ...found } : 'it is no JSON'
  } catch (error) {
    return sentenceOf(error instanceof Error && error.cause !== undefined ? error.cause : error)
  }
}

function judge(part: string, answer: number | string, settings: string): Finding {
  if (answer === 200) return ok(part, 'It answers, and accepts the key.')
  if (typeof answer === 'string')
    return failure(part, `It cannot be reached: ${answer}.`, 'Let this machine make connections to it.')
  if (answer === 400 || answer === 401 || answer === 403)
    return failure(
      part,
      `It refuses the key with ${answer}.`,
      `Compare ${settings} with what it says; a day's quota may be used up, too.`,
    )
  return warning(part, `It answers with ${answer}.`, 'Try again later.')
}

/** The status of its answer, or why there is none. */
async function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | string> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    return sentenceOf(error instanceof Error && error.cause !== undefined ? error.cause : error)
  }
}
