import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { call } from '#web/kit/api/call.ts'

// More would not be faster on phones, and would slow the page down.
const WORKERS_MAX = 4
const TIMEOUT_MS = 90_000

/**
 * Fetches a challenge and solves it in this site's workers, in some tenths of a second to a few seconds.
 * @returns the payload of the proof, valid once
 * @throws CallError when no challenge arrives; Error when it cannot be solved in time
 */
export async function solveCaptcha(signal: AbortSignal): Promise<string> {
  const challenge = (await call('GET /captcha/challenge', { signal })) as unknown as Challenge
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort(), { once: true })
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(navigator.hardwareConcurrency, WORKERS_MAX),
    controller,
    createWorker: () => new Pbkdf2Worker(),
    timeout: TIMEOUT_MS,
  })
  signal.throwIfAborted()
  if (solution === null) throw new Error('The challenge was not solved in time')
  return btoa(JSON.stringify({ challenge, solution }))
}
