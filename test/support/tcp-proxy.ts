import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a client and a PostgreSQL server that fails as a network or a frozen host does. */
export interface TcpProxy extends AsyncDisposable {
  /** The server's URL through the proxy. */
  readonly url: string
  /** Connections stay open and new ones are accepted, but nothing is forwarded any more. */
  freeze(): void
  /** Forwards what was held back, and everything after. */
  thaw(): void
  /**
   * The next COMMIT is the last thing that its connection forwards: its answer is lost.
   * @param spared how many earlier ones are still answered
   * @returns resolves once the connection is cut
   */
  loseAnswerToCommit(spared?: number): Promise<void>
}

// https://www.postgresql.org/docs/18/protocol-message-formats.html: Q, the length, the statement, NUL
const COMMIT = Buffer.from('commit\0')

/** A start-up message without the parameter `options`. */
function withoutOptions(message: Buffer): Buffer {
  const parameters = message.toString('latin1', 8).replace(/(^|\0)options\0[^\0]*\0/, '$1')
  const shorter = Buffer.from(`${message.toString('latin1', 0, 8)}${parameters}`, 'latin1')
  shorter.writeUInt32BE(shorter.length)
  return shorter
}

/** @param dropsOptions as PgBouncer does with `ignore_startup_parameters=options` */
export async function startTcpProxy(serverUrl: string, { dropsOptions = false } = {}): Promise<TcpProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let lost: PromiseWithResolvers<void> | null = null
  let toSpare = 0
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
      if (isFrozen) socket.pause()
    }
    let isCut = false
    let isStarted = false
    client.on('data', (bytes) => {
      upstream.write(dropsOptions && !isStarted ? withoutOptions(bytes) : bytes)
      isStarted = true
      if (lost === null || !bytes.includes(COMMIT)) return
      toSpare -= 1
      if (toSpare >= 0) return
      isCut = true
      const { resolve } = lost
      lost = null
      // PostgreSQL sends its next data after the commit.
      upstream.once('data', () => {
        client.destroy()
        resolve()
      })
    })
    upstream.on('data', (bytes) => {
      if (!isCut) client.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    loseAnswerToCommit(spared = 0) {
      toSpare = spared
      lost = Promise.withResolvers()
      return lost.promise
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
