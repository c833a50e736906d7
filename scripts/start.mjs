// npm start: installs and builds when needed, then runs the server until it is stopped.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, main } from './install.mjs'
import { superviseServer } from './supervise.mjs'

await main(() => {
  const node = ensureInstalled()
  ensureBuilt(node)
  return superviseServer(node, ['src/start/main.ts'])
})
