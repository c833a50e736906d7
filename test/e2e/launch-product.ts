import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { LEGAL_FOLDER } from '#test/support/legal-versions.ts'
import { freePort } from '#test/support/processes.ts'

const START = path.resolve(import.meta.dirname, '../../scripts/start.mjs')

/**
 * With one email a minute per address, every second code would mean waiting a minute; all other limits are the real ones.
 */
const LIMITS = 'verification=2/60'

/** The running product of the tests. Disposing it stops it and removes its folder. */
export interface LaunchedProduct extends AsyncDisposable {
  readonly url: string
  /** The URL of the stand-ins. */
  readonly localUrl: string
  readonly dataDir: string
}

/**
 * Starts the product as `npm start` does, on free ports with a data folder of its own. One proxy is trusted, so that each
 * test can come from a network of its own and meet the real limits; with a proxy, stand-ins must be allowed explicitly.
 */
export async function launchProduct(
  settings: Readonly<Record<string, string>> = {},
): Promise<LaunchedProduct> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-e2e-'))
  // As root the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const own = {
    DATA_DIR: dataDir,
    EMBEDDED_MEMORY: '512',
    PORT: String(await freePort()),
    LOCAL_PORT: '0',
    TRUST_PROXY: '1',
    ALLOW_LOCAL_SERVICES: 'true',
    LIMITS,
    // The usual work would take a good part of the tests' time.
    CAPTCHA_WORK: '9',
    LOG_LEVEL: 'warn',
    LEGAL_FOLDER,
    SECURITY_LOG_FILE: path.join(dataDir, 'security.log'),
  }
  const server = spawn(process.execPath, [START], {
    env: { ...process.env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(server, 'exit')
  const { url, localUrl } = await Promise.race([
    readAddresses(server.stdout),
    exited.then(() => Promise.reject(new Error('The server ended before it was ready'))),
  ])
  return {
    url,
    localUrl,
    dataDir,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Keeps reading after the URLs: a full pipe would block the server. */
function readAddresses(output: NodeJS.ReadableStream): Promise<Pick<LaunchedProduct, 'url' | 'localUrl'>> {
  let localUrl = ''
  return new Promise((resolve) => {
    createInterface({ input: output }).on('line', (line) => {
      const [, local] = /^For this machine alone .*: (http\S+)$/.exec(line) ?? []
      const [, url] = /ready at (http\S+)$/.exec(line) ?? []
      if (local !== undefined) localUrl = local
      else if (url !== undefined) resolve({ url, localUrl })
      else process.stdout.write(`${line}\n`)
    })
  })
}
