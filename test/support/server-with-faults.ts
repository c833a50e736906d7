// A server process that a test kills: `node server-with-faults.ts POINT`. It prints its URL and each fault point that it
// reaches, and stays at POINT for good.
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { startServer } from '#start/start.ts'

const stayAt = process.argv[2]

const { fastify } = await startServer({
  env: process.env,
  overrides: {
    async faults(point) {
      process.stdout.write(`reached ${point}\n`)
      if (point === stayAt) await new Promise(() => undefined)
    },
  },
})
// A killed process would leave no compiled code to the next one.
flushCompileCache()
const { port } = fastify.server.address() as AddressInfo
process.stdout.write(`ready http://127.0.0.1:${port}\n`)
