import { connect, type Socket } from 'node:net'

interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

interface RawAnswer {
  readonly status: number
  /** Headers and body, as received. */
  readonly text: string
}

const CONNECTING_AT_ONCE = 100

/**
 * Sends requests so that they arrive at the same moment: each on a socket of its own, all written except the last byte, and
 * then all last bytes in one turn of the event loop.
 */
export async function sendTogether(
  baseUrl: string,
  requests: readonly RawRequest[],
): Promise<readonly RawAnswer[]> {
  const { hostname, port } = new URL(baseUrl)
  const sockets: Socket[] = []
  for (let first = 0; first < requests.length; first += CONNECTING_AT_ONCE) {
    const next = requests.slice(first, first + CONNECTING_AT_ONCE)
    sockets.push(...(await Promise.all(next.map(() => openSocket(hostname, Number(port))))))
  }
  const texts = requests.map(asText)
  await Promise.all(sockets.map((socket, index) => write(socket, texts[index]!.slice(0, -1))))
  const answers = sockets.map(readAnswer)
  for (const [index, socket] of sockets.entries()) socket.write(texts[index]!.slice(-1))
  return Promise.all(answers)
}

function asText({ method, path, headers, body }: RawRequest): string {
  const json = JSON.stringify(body)
  const lines = Object.entries({
    host: 'localhost',
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(json)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json}`
}

function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

function write(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('error', reject)
    socket.once('close', () => {
      const text = Buffer.concat(chunks).toString()
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
    })
  })
}
