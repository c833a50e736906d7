/** A refused call in the platform's form: reasons in `errors` and, for keys, in `details`. */
export class YoutubeError extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, reason: string, message: string, extra: object = {}) {
    super(message)
    this.status = status
    this.body = {
      error: { code: status, message, errors: [{ message, domain: 'youtube', reason }], ...extra },
    }
  }
}

export function quotaExceeded(): YoutubeError {
  return new YoutubeError(
    403,
    'quotaExceeded',
    'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
  )
}

export function keyInvalid(): YoutubeError {
  return new YoutubeError(400, 'badRequest', 'API key not valid. Please pass a valid API key.', {
    status: 'INVALID_ARGUMENT',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
  })
}

export function badRequest(): YoutubeError {
  return new YoutubeError(400, 'badRequest', 'Request contains an invalid argument.', {
    status: 'INVALID_ARGUMENT',
  })
}

/** Video ids on which the stand-in fails, each of eleven characters. */
export const SENTINELS = {
  /** 403 quotaExceeded. */
  quota: 'quota-error',
  /** 400, the key is not valid. */
  key: 'key---error',
  /** 503, always. */
  busy: 'busy--error',
  /** 503 twice, then an answer: shows that calls are retried. */
  busyTwice: 'busy--twice',
  /** 200 with a malformed answer. */
  shape: 'shape-error',
} as const
