import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { envFileArguments, root, withNode } from './install.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Preloaded into the server: its end of the channel closes when the supervisor dies. */
const STOP_WITH_PARENT = `data:text/javascript,${encodeURIComponent(`
  if (process.channel !== undefined) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
    process.channel.unref()
  }`)}`

/**
 * Runs a server as a child and lives exactly as long: passes the first signal on, waits for the end, returns its exit code.
 * The child has a session of its own, so Ctrl-C in a terminal, which goes to the whole group, reaches it once. The child
 * stops when this process is gone for whatever reason, and this process ends when the npm that started it is gone. So npm
 * must `exec` it: a shell in between would also take Ctrl-C and turn a clean end into exit code 130.
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code
 */
export function superviseServer(node, args, env = process.env) {
  const child = spawn(node, [...envFileArguments(), '--import', STOP_WITH_PARENT, ...args], {
    cwd: root,
    env: withNode(node, env),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  let isStopping = false
  const stop = (signal) => {
    if (isStopping) return
    isStopping = true
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  // Started by hand in the background it may outlive its shell, but when its npm is gone, it was meant to end.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500)
  if (process.env.npm_lifecycle_event === undefined) clearInterval(watch)

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}
