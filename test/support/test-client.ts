import { readXlsx } from 'hucre/xlsx'
import type { BodyGiven, DataOf, EndpointKey, ExtrasOf } from '#shared/api/contract.ts'
import type { ApiError } from '#shared/api/errors.ts'
import { checkAnswer, checkDerived } from '#test/support/check-answer.ts'

/** An answer as received. */
export interface WireAnswer<Data = unknown, Extras = object> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array
  readonly body: { readonly success: boolean; readonly data: Data; readonly error: ApiError | null } & Extras
}

interface CallOptions<K extends EndpointKey> {
  readonly body?: BodyGiven<K> | Readonly<Record<string, unknown>>
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Sees every answer to every client of a test app, e.g. to search it for leaks. */
export type AnswerWatcher = (seen: {
  readonly client: TestClient
  readonly request: string
  /** The request's body. */
  readonly sent?: string | undefined
  /** Headers and body; of a workbook, all that is in it. */
  readonly text: string
}) => void | Promise<void>

/** A browser as the API sees it: keeps cookies and the CSRF token, and uses a real socket. */
export class TestClient {
  readonly cookies = new Map<string, string>()
  csrfToken: string | null = null
  userId: number | null = null
  /** The team that it acts for; null: the person's own purse. */
  teamId: number | null = null
  readonly #baseUrl: string
  readonly #clientKey: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #watch: AnswerWatcher
  readonly #mayDerive: boolean

  constructor(options: {
    readonly baseUrl: string
    readonly clientKey: string
    /** Sent with every request. */
    readonly headers?: Readonly<Record<string, string>>
    readonly watch?: AnswerWatcher
    /** Whether answers may have metrics of our own. */
    readonly mayDerive?: boolean
  }) {
    this.#baseUrl = options.baseUrl
    this.#clientKey = options.clientKey
    this.#headers = options.headers ?? {}
    this.#watch = options.watch ?? (() => {})
    this.#mayDerive = options.mayDerive ?? false
  }

  /** Calls an endpoint of the contract; returns the answer for any status that the contract declares. */
  async call<K extends EndpointKey>(
    key: K,
    options: CallOptions<K> = {},
  ): Promise<WireAnswer<DataOf<K>, ExtrasOf<K>>> {
    const [method = '', template = ''] = key.split(' ')
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(options.params?.[name] ?? '')),
    )
    const query = new URLSearchParams(
      Object.entries(options.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const search = query.size > 0 ? `?${query.toString()}` : ''
    const json = options.body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await this.send(method, `/api${path}${search}`, {
      headers: { ...json, ...options.headers },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    checkAnswer(key, answer)
    if (!this.#mayDerive) checkDerived(key, answer.body)
    return answer as WireAnswer<DataOf<K>, ExtrasOf<K>>
  }

  /** Sends any request with this client's key, cookies and CSRF token; the given headers win, and '' omits one. */
  async send(
    method: string,
    path: string,
    {
      headers = {},
      body,
    }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
  ): Promise<WireAnswer> {
    const all = this.headers()
    for (const [name, value] of Object.entries(headers)) {
      if (value === '') delete all[name]
      else all[name] = value
    }
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: all,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    this.#keepCookies(response.headers.getSetCookie())
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const parsed = isJson && text !== '' ? JSON.parse(text) : null
    this.#keepSession(parsed)
    const headerLines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    const isWorkbook = response.headers.get('content-type')?.endsWith('.spreadsheetml.sheet') === true
    // Compressed inside, so that its bytes tell nothing.
    const readable = isWorkbook ? JSON.stringify(await readXlsx(bytes)) : text
    const seen = { request: `${method} ${path}`, sent: body, text: `${headerLines}\n\n${readable}` }
    await this.#watch({ client: this, ...seen })
    return { status: response.status, headers: response.headers, text, bytes, body: parsed }
  }

  /** The headers of all requests of this client. */
  headers(): Record<string, string> {
    const all: Record<string, string> = { 'x-api-key': this.#clientKey, ...this.#headers }
    if (this.cookies.size > 0)
      all['cookie'] = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (this.csrfToken !== null) all['x-csrf-token'] = this.csrfToken
    if (this.teamId !== null) all['x-team'] = String(this.teamId)
    return all
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const isGone = value === '' || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
      if (isGone) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }

  #keepSession(parsed: unknown): void {
    const information = (
      parsed as { data?: { userInformation?: { csrfToken: string; user_id: number } } } | null
    )?.data?.userInformation
    if (information === undefined) return
    this.csrfToken = information.csrfToken
    this.userId = information.user_id
  }
}
