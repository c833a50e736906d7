import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a client and a PostgreSQL server, and fails in the ways that a network and a frozen host do. */
export interface TcpProxy extends AsyncDisposable {
  /** The server's address, by way of the proxy. */
  readonly url: string
  /** Connections stay open and new ones are taken, and nothing is passed on any more. */
  freeze(): void
  /** Passes on what was held back, and what comes. */
  thaw(): void
  /**
   * The next COMMIT that is passed on is the last thing that its connection passes: its answer is lost.
   * @param spared  how many come before it and are answered
   * @returns resolves once the connection is cut
   */
  loseAnswerToCommit(spared?: number): Promise<void>
}

// https://www.postgresql.org/docs/18/protocol-message-formats.html: Q, the length, the statement, NUL
const COMMIT = Buffer.from('commit\0')

export async function startTcpProxy(serverUrl: string): Promise<TcpProxy> {
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
    client.on('data', (bytes) => {
      upstream.write(bytes)
      if (lost === null || !bytes.includes(COMMIT)) return
      toSpare -= 1
      if (toSpare >= 0) return
      isCut = true
      const { resolve } = lost
      lost = null
      // What PostgreSQL says next, it says after the commit.
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
