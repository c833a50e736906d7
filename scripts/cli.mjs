// npm run cli -- COMMAND: the operator's command line.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { ensureInstalled, envFileArguments, main, root, withNode } from './install.mjs'

// Imports create much short-lived garbage. By default V8 takes 100 MB more for it and is no faster.
const MEMORY = ['--max-semi-space-size=8']

await main(() => {
  const node = ensureInstalled()
  // Files named on the command line are relative to the caller's folder; npm itself changes to the project's.
  const cwd = process.env.INIT_CWD ?? process.cwd()
  const child = spawn(
    node,
    [...MEMORY, ...envFileArguments(), path.join(root, 'src/cli/main.ts'), ...process.argv.slice(2)],
    { cwd, env: withNode(node), stdio: 'inherit' },
  )
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // A terminal sends Ctrl-C to the child as well; only signals to this process alone are passed on.
    process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
})
