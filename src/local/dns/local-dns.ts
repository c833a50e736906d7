import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import packet, { type Answer, type Packet, type Question } from 'dns-packet'
import type { Logger } from 'pino'
import { RESERVED } from '#server/people/mailboxes.ts'

/** A DNS server on loopback, over UDP: it invents answers about reserved names, which nobody owns, and passes on all others. */
export interface LocalDns {
  /** Where it listens: address and port. */
  readonly server: string
  close(): Promise<void>
}

interface LocalDnsOptions {
  readonly log: Pick<Logger, 'warn'>
  /** The resolver that is asked about other names; without one, asking about them fails. */
  readonly upstream?: string | undefined
  /** Called for every question. */
  readonly onQuestion?: (question: Question) => void
}

/** Labels of reserved names that make the answer fail or differ, as in `anna@null-mx.example` or `anna@shop.timeout.example`. */
export const SENTINELS = {
  /** There is no such name. */
  nxdomain: 'nxdomain',
  /** The domain says that it accepts no mail. */
  nullMx: 'null-mx',
  /** The name is there, with neither MX nor address. */
  noMail: 'no-mail',
  /** Only an IPv4 address. */
  ipv4: 'a-only',
  /** Only an IPv6 address. */
  ipv6: 'aaaa-only',
  /** An IPv4 address, and asking for MX fails. */
  mxFails: 'mx-servfail',
  /** No MX, and asking for addresses fails. */
  addressFails: 'a-servfail',
  servfail: 'servfail',
  refused: 'refused',
  /** The answer is cut off. */
  malformed: 'malformed',
  /** Never answered. */
  timeout: 'timeout',
} as const

const RCODE = { servfail: 2, nxdomain: 3, refused: 5 } as const
const FLAGS = packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE
const TTL = 60
/** How long (ms) an answer is waited for that another resolver is to give. */
const UPSTREAM_MS = 10_000

export async function startLocalDns({ log, upstream, onQuestion }: LocalDnsOptions): Promise<LocalDns> {
  const socket = createSocket('udp4')
  const asking = new Set<Socket>()
  const warn = (error: Error) => log.warn({ reason: error.message }, 'the local DNS server has a problem')
  socket.on('error', warn)

  function end(other: Socket): void {
    if (asking.delete(other)) other.close()
  }

  function pass(question: Buffer, from: RemoteInfo, { host, port }: Address): void {
    const other = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
    asking.add(other)
    const timer = setTimeout(() => end(other), UPSTREAM_MS)
    other.on('close', () => clearTimeout(timer))
    other.on('error', (error) => {
      warn(error)
      end(other)
    })
    other.on('message', (reply) => {
      socket.send(reply, from.port, from.address)
      end(other)
    })
    other.send(question, port, host)
  }

  socket.on('message', (message, from) => {
    const asked = read(message)
    const question = asked?.questions?.[0]
    if (asked === null || question === undefined) return
    onQuestion?.(question)
    const isOurs = RESERVED.test(question.name.toLowerCase())
    if (!isOurs && upstream !== undefined) return pass(message, from, endpointOf(upstream))
    const given = isOurs ? answer(question) : { rcode: RCODE.servfail }
    if (given === null) return
    const { answers = [], rcode = 0 } = given
    const reply = packet.encode({
      type: 'response',
      id: asked.id ?? 0,
      flags: FLAGS | rcode,
      questions: [question],
      answers: [...answers],
    })
    const isCut = labelsOf(question).includes(SENTINELS.malformed)
    socket.send(isCut ? reply.subarray(0, -1) : reply, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    async close() {
      for (const other of asking) end(other)
      socket.close()
      await once(socket, 'close')
    },
  }
}

interface Address {
  readonly host: string
  readonly port: number
}

/** Of a server as Node writes it: `192.0.2.1`, `192.0.2.1:5300`, `2001:db8::1` or `[2001:db8::1]:5300`. */
function endpointOf(server: string): Address {
  const [, v6, v4, port] = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(server) ?? []
  return { host: v6 ?? v4 ?? server, port: Number(port ?? 53) }
}

function read(message: Buffer): Packet | null {
  try {
    return packet.decode(message)
  } catch {
    return null
  }
}

function labelsOf({ name }: Question): readonly string[] {
  return name.toLowerCase().split('.')
}

/** What it says about a reserved name; null for silence. */
function answer(
  question: Question,
): { readonly answers?: readonly Answer[]; readonly rcode?: number } | null {
  const { name, type } = question
  const labels = labelsOf(question)
  const sentinel = Object.values(SENTINELS).find((label) => labels.includes(label))
  const mx = (preference: number, exchange: string): Answer => ({
    name,
    type: 'MX',
    ttl: TTL,
    data: { preference, exchange },
  })
  const v4: Answer = { name, type: 'A', ttl: TTL, data: '192.0.2.1' }
  const v6: Answer = { name, type: 'AAAA', ttl: TTL, data: '2001:db8::1' }
  const only = (...answers: readonly Answer[]) => ({ answers: answers.filter((one) => one.type === type) })
  switch (sentinel) {
    case 'timeout':
      return null
    case 'nxdomain':
    case 'servfail':
    case 'refused':
      return { rcode: RCODE[sentinel] }
    case 'mx-servfail':
      return type === 'MX' ? { rcode: RCODE.servfail } : only(v4)
    case 'a-servfail':
      return type === 'MX' ? {} : { rcode: RCODE.servfail }
    case 'null-mx':
      return only(mx(0, '.'), v4)
    case 'no-mail':
      return {}
    case 'a-only':
      return only(v4)
    case 'aaaa-only':
      return only(v6)
    case 'malformed':
    case undefined:
      // The order is not that of preference.
      return only(mx(20, `mx2.${name}`), mx(10, `mx1.${name}`), v4, v6)
  }
}
