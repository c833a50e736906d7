import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { root, withNode } from './install.mjs'

/**
 * @typedef {{ name: string, command: string, args: string[], env?: NodeJS.ProcessEnv }} Step
 * @typedef {{ name: string, isOk: boolean, seconds: number, output: string }} StepResult
 */

/** The path of an installed package's program. */
export const bin = (name) => path.join(root, 'node_modules', '.bin', name)

/**
 * Runs steps, a few at a time; prints a line for each as it ends, and the whole output of a failed one.
 * @param {string} node the Node that the programs run on
 * @param {Step[]} steps
 * @param {number} width how many run at once
 * @returns {Promise<StepResult[]>}
 */
export async function runSteps(node, steps, width) {
  const waiting = [...steps]
  const results = []
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(node, step)
      process.stdout.write(`${result.isOk ? 'ok  ' : 'FAIL'} ${step.name} (${result.seconds.toFixed(1)} s)\n`)
      if (!result.isOk) process.stdout.write(`${result.output.trimEnd()}\n`)
      results.push(result)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

/**
 * Runs one step and collects its output.
 * @param {string} [shown] when given, the output also appears line by line as it comes, prefixed with this
 * @returns {Promise<StepResult>}
 */
export function runStep(node, step, shown) {
  const begin = performance.now()
  const child = spawn(step.command, step.args, {
    cwd: root,
    env: withNode(node, { ...process.env, ...step.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  for (const [stream, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    stream.on('data', (chunk) => output.push(chunk))
    if (shown !== undefined)
      createInterface({ input: stream }).on('line', (line) => target.write(`${shown}${line}\n`))
  }
  return new Promise((resolve) => {
    const end = (isOk, extra = '') =>
      resolve({
        name: step.name,
        isOk,
        seconds: (performance.now() - begin) / 1000,
        output: Buffer.concat(output).toString() + extra,
      })
    child.once('error', (error) => end(false, error.message))
    child.once('close', (code) => end(code === 0))
  })
}
