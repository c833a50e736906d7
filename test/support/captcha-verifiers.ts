import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RemoteCaptchaName = 'smartcaptcha' | 'turnstile' | 'recaptcha'

/** A captcha provider's verifier on loopback: speaks its protocol, and accepts every solution once. */
export interface CaptchaVerifier extends AsyncDisposable {
  readonly url: string
  /** The content of every request. */
  readonly requests: readonly Readonly<Record<string, string>>[]
  /** Answers with this status and body instead. */
  answerWith(status: number, body: string): void
  /** Answers normally again. */
  recover(): void
}

export const CAPTCHA_SECRET = 'the secret of the site'

/** The prefix of solutions that the verifier accepts. */
export const SOLVED = 'solved-'

interface Protocol {
  readonly path: string
  readonly answer: (form: Readonly<Record<string, string>>, isFresh: boolean) => object
}

const siteVerify: Protocol = {
  path: '/siteverify',
  answer({ secret, response }, isFresh) {
    const fault =
      secret !== CAPTCHA_SECRET
        ? 'invalid-input-secret'
        : !response?.startsWith(SOLVED)
          ? 'invalid-input-response'
          : isFresh
            ? null
            : 'timeout-or-duplicate'
    const at = { challenge_ts: '2026-03-01T10:00:00Z', hostname: 'channelbook.example' }
    return fault === null ? { success: true, ...at } : { success: false, 'error-codes': [fault] }
  },
}

const PROTOCOLS: Readonly<Record<RemoteCaptchaName, Protocol>> = {
  turnstile: siteVerify,
  recaptcha: siteVerify,
  smartcaptcha: {
    path: '/validate',
    answer({ secret, token, ip }, isFresh) {
      if (secret !== CAPTCHA_SECRET)
        return { status: 'failed', message: 'Authentication failed. Secret has not provided.' }
      if (ip === undefined || ip === '') return { status: 'failed', message: 'Invalid IP.' }
      const isRight = token?.startsWith(SOLVED) === true && isFresh
      return isRight
        ? { status: 'ok', message: '' }
        : { status: 'failed', message: 'Token invalid or expired.' }
    },
  },
}

interface VerifierOptions {
  /** The provider's base; the verifier's URL is below it. */
  readonly base?: string
  /** Further files that it serves, by URL. */
  readonly files?: ReadonlyMap<string, readonly [type: string, content: string]>
}

export async function startCaptchaVerifier(
  provider: RemoteCaptchaName,
  { base = '', files }: VerifierOptions = {},
): Promise<CaptchaVerifier> {
  const { path, answer } = PROTOCOLS[provider]
  const requests: Readonly<Record<string, string>>[] = []
  const used = new Set<string>()
  let fixed: { readonly status: number; readonly body: string } | null = null
  const server = createServer((request, response) => {
    const [type, content] = files?.get(request.url?.split('?')[0] ?? '') ?? []
    if (type !== undefined && fixed === null) {
      response.writeHead(200, { 'content-type': type }).end(content)
      return
    }
    // A caller that gives up aborts its request.
    verify(request, response).catch(() => response.destroy())
  })
  async function verify(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request)
    requests.push(form)
    const solution = form['token'] ?? form['response'] ?? ''
    const isFresh = !used.has(solution)
    used.add(solution)
    const isAsked = request.method === 'POST' && request.url === `${base}${path}`
    const { status, body } = fixed ?? {
      status: isAsked ? 200 : 404,
      body: JSON.stringify(answer(form, isFresh)),
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    requests,
    answerWith(status, body) {
      fixed = { status, body }
    },
    recover() {
      fixed = null
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readForm(request: IncomingMessage): Promise<Readonly<Record<string, string>>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
}
