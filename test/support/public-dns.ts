import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import packet from 'dns-packet'

const NXDOMAIN = 3

/** A resolver that stands for the public DNS: it knows an MX of some names, and denies all others. */
export interface PublicDns extends AsyncDisposable {
  /** Address and port. */
  readonly server: string
  /** The names that it has been asked about, as often as it was. */
  readonly asked: string[]
  /** The domains that accept mail; a test may change them. */
  readonly known: Set<string>
}

export async function startPublicDns(...known: readonly string[]): Promise<PublicDns> {
  const socket = createSocket('udp4')
  const resolver = { asked: [] as string[], known: new Set(known) }
  socket.on('message', (message, { port, address }) => {
    const { id = 0, questions = [] } = packet.decode(message)
    const name = questions[0]?.name ?? ''
    resolver.asked.push(name)
    const data = { preference: 10, exchange: `mail.${name}` }
    const reply = resolver.known.has(name)
      ? { flags: 0, answers: [{ type: 'MX' as const, name, ttl: 1, data }] }
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
