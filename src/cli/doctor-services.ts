import type { Config } from '#server/config/config.ts'
import { failure, type Finding, ok, sentenceOf, warning } from './diagnosis.ts'

const ANSWER_MS = 10_000
/** The first video of the platform: one unit of the day's quota. */
const KNOWN_VIDEO = 'jNQXAC9IVRw'
const YOUTUBE = 'https://www.googleapis.com/youtube/v3'

type ServicesConfig = Pick<
  Config,
  'youtubeApiKey' | 'youtubeUrl' | 'yookassaShopId' | 'yookassaSecretKey' | 'yookassaUrl'
>

/** Whether outside services accept this installation's keys. */
export async function checkServices(config: ServicesConfig): Promise<Finding[]> {
  return Promise.all([checkYoutube(config), checkShop(config)])
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
