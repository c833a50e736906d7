import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The encodings in which bodies are prepared, smallest body first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const

export type Encoding = (typeof ENCODINGS)[number]

interface EncodedBody {
  readonly bytes: Buffer
  /** Of exactly these bytes, so that equal tags always mean equal bytes, whatever server or version compressed them. */
  readonly etag: string
}

/** An answer's body, ready to be sent in each encoding that makes it smaller, and as it is. */
export type PreparedBody = ReadonlyMap<Encoding, EncodedBody>

/** @param bodies the same content in each encoding; `identity` is required */
export function prepareBody(bodies: Readonly<Partial<Record<Encoding, Buffer | undefined>>>): PreparedBody {
  return new Map(
    ENCODINGS.flatMap((encoding) => {
      const bytes = bodies[encoding]
      if (bytes === undefined) return []
      const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
      return [[encoding, { bytes, etag: `"${hash}"` }]]
    }),
  )
}

/** Sends a body in the encoding that the browser prefers, or nothing when the browser already has it. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: PreparedBody): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], body)
  const chosen = body.get(encoding)
  if (chosen === undefined) throw new Error('The body was not prepared as it is')
  reply.header('etag', chosen.etag)
  if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], chosen.etag)) {
    return reply.status(304).send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(chosen.bytes)
}

/** The prepared encoding with the highest weight in `Accept-Encoding`; of equal ones, that of the smallest body. */
export function chooseEncoding(accepted: string | undefined, body: PreparedBody): Encoding {
  const weights = readWeights(accepted ?? '')
  const any = weights.get('*') ?? 0
  // What the header does not name is sent only when nothing that it does name is there.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' && !weights.has('*') ? 0.0001 : any)
  let best: Encoding = 'identity'
  let highest = 0
  for (const encoding of body.keys()) {
    const weight = weightOf(encoding)
    if (weight > highest) [best, highest] = [encoding, weight]
  }
  // The header refuses whatever there is, even the body as it is: gzip is what most clients can read after all.
  return highest === 0 && body.has('gzip') ? 'gzip' : best
}

/** The weight of each encoding that the header names, 0 for a refused or malformed one. */
function readWeights(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const entry of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const isWellFormed = weight === undefined || /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight)
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, isWellFormed ? Number(weight ?? 1) : 0)
  }
  return weights
}

/** Whether `If-None-Match` names the tag; proxies may have marked it as weak. */
function isKnown(noneMatch: string | undefined, etag: string): boolean {
  if (noneMatch === undefined) return false
  return noneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
