// npm run dev: the server restarts and the browser reloads on every change. Vite serves the page and proxies API calls.
import { spawn } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, envFileArguments, main, root, withNode } from './install.mjs'

await main(async () => {
  const node = ensureInstalled({ withDev: true })
  ensureBuilt(node, ['docs'])
  const webPort = process.env.DEV_PORT ?? '5173'
  // Links in emails lead to the page that reloads.
  const env = withNode(node, { PUBLIC_URL: `http://127.0.0.1:${webPort}`, ...process.env })
  const start = (...args) =>
    spawn(node, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  // A restarting server finds its database running, so that a save does not wait for PostgreSQL to stop and start.
  const database = start(...envFileArguments(), 'scripts/hold-database.ts')
  const children = [
    start('--watch', '--watch-preserve-output', ...envFileArguments(), 'src/start/main.ts'),
    start(
      ...envFileArguments(),
      'node_modules/vite/bin/vite.js',
      '--host',
      '127.0.0.1',
      '--port',
      webPort,
      '--strictPort',
    ),
  ]
  const stop = () => [database, ...children].forEach((child) => child.kill('SIGTERM'))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Neither half is useful without the other.
  await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve, reject) => {
          child.once('error', reject)
          child.once('exit', () => resolve(stop()))
        }),
    ),
  )
  return 0
})
