import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Runs an operator's command beside the running product. */
export async function runCommand(...args: readonly string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] ?? '' }
  await run(process.execPath, ['src/cli/main.ts', ...args], { cwd: ROOT, env })
}
