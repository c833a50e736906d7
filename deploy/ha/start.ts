// Tries it all on one machine: `node deploy/ha/start.ts FOLDER [FIRST_PORT]` starts the cluster on loopback and ends it at
// SIGINT or SIGTERM. Needs Debian's packages patroni, etcd-server, postgresql, haproxy. Nothing of it is for production.
import { once } from 'node:events'
import { startCluster } from './cluster.ts'

const [folder, firstPort = '4600'] = process.argv.slice(2)
if (folder === undefined || !/^\d+$/.test(firstPort)) {
  process.stderr.write('Usage: node deploy/ha/start.ts FOLDER [FIRST_PORT]\n')
  process.exit(2)
}
const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
try {
  const starting = startCluster({ folder, port: Number(firstPort), restarts: true })
  // Everything that was started ends with this process.
  if (await Promise.race([starting.then(() => false), asked.then(() => true)])) process.exit(1)
  const cluster = await starting
  process.stdout.write(`Channelbook is ready at ${cluster.url}
Emails and payments: ${cluster.localUrl}/local/mail
Import channels: DATABASE_URL=${cluster.writesUrl} APP_SECRET=${cluster.appSecret} npm run cli -- import FILE
`)
  for (const { name, role } of await cluster.members()) process.stdout.write(`${name}: ${role}\n`)
  await asked
  await cluster[Symbol.asyncDispose]()
  process.exit(0)
} catch (error) {
  process.stderr.write(
    `The cluster cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
}
