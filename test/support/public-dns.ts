import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import packet from 'dns-packet'

const NXDOMAIN = 3

/** A resolver that stands for the public DNS: it knows an MX of some names and texts of some, and denies all others. */
export interface PublicDns extends AsyncDisposable {
  /** Address and port. */
  readonly server: string
  /** The names that it has been asked about, as often as it was. */
  readonly asked: string[]
  /** The domains that accept mail; a test may change them. */
  readonly known: Set<string>
  /** TXT records by name. */
  readonly texts: Map<string, string>
}

export async function startPublicDns(...known: readonly string[]): Promise<PublicDns> {
  const socket = createSocket('udp4')
  const resolver = { asked: [] as string[], known: new Set(known), texts: new Map<string, string>() }
  socket.on('message', (message, { port, address }) => {
    const { id = 0, questions = [] } = packet.decode(message)
    const { name = '', type } = questions[0] ?? {}
    resolver.asked.push(name)
    const data = { preference: 10, exchange: `mail.${name}` }
    const text = resolver.texts.get(name)
    const reply =
      type === 'TXT' && text !== undefined
        ? { flags: 0, answers: [{ type: 'TXT' as const, name, ttl: 1, data: text.match(/.{1,255}/g) ?? [] }] }
        : resolver.known.has(name)
          ? { flags: 0, answers: type === 'TXT' ? [] : [{ type: 'MX' as const, name, ttl: 1, data }] }
          : { flags: NXDOMAIN }
    socket.send(packet.encode({ type: 'response', id, questions, ...reply }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    ...resolver,
    server: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}
