import { Worker } from 'node:worker_threads'
import { addSearchKeys } from './add-search-keys.ts'

const PIECE_CHARACTERS = 64 * 1024
/** Small files are done before a thread has started. */
const PIECES_WITHOUT_THREAD = 16
/** More would only fill memory. */
const MOST_IN_THREAD = 8

/** Lines of rows on their way to the database, each given what its name is found by, most of them in a thread. */
export interface KeyedLines extends AsyncDisposable {
  /** @param cells  a line for COPY, without its end */
  add(cells: string, name: string | null): void
  /** Sends on what has gathered. */
  pass(): void
  isBehind(): boolean
  isDone(): boolean
  /** Waits until something is so; looked at whenever lines have come and at `wake`. Throws what failed meanwhile. */
  until(isSo: () => boolean): Promise<void>
  readonly wake: () => void
  readonly fail: (error: Error) => void
}

/** @param take  given the finished lines in their order, in UTF-8 */
export function openKeyedLines(take: (lines: Uint8Array) => void): KeyedLines {
  let failure: Error | undefined
  let wake = () => {}
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }

  let thread: Worker | undefined
  let inThread = 0
  let pieces = 0
  let cells = ''
  let names = ''

  function startThread(): Worker {
    const started = new Worker(new URL('add-search-keys-thread.ts', import.meta.url))
    started.on('error', fail)
    started.on('message', (lines: Uint8Array) => {
      inThread--
      take(lines)
      wake()
    })
    return started
  }

  function pass(): void {
    if (cells === '') return
    const piece = { cells, names }
    cells = names = ''
    if (pieces++ < PIECES_WITHOUT_THREAD) return take(addSearchKeys(piece))
    thread ??= startThread()
    inThread++
    thread.postMessage(piece, [])
  }

  return {
    add(line, name) {
      cells += `${line}\n`
      names += `${name ?? ''}\n`
      if (cells.length > PIECE_CHARACTERS) pass()
    },
    pass,
    isBehind: () => inThread >= MOST_IN_THREAD,
    isDone: () => inThread === 0,
    async until(isSo) {
      while (failure === undefined && !isSo()) await new Promise<void>((resolve) => (wake = resolve))
      if (failure !== undefined) throw failure
    },
    wake: () => wake(),
    fail,
    async [Symbol.asyncDispose]() {
      await thread?.terminate()
    },
  }
}
