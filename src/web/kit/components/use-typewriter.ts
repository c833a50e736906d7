import { useEffect, useRef, useState } from 'react'

/** Between two letters, in ms. */
export const STEP_MS = 40
/** A whole word stands for at least this long, in ms. */
export const PAUSE_MS = 1500

const WHOLE = Number.POSITIVE_INFINITY

/**
 * How many letters of a word stand: it is typed letter by letter, waits, and is taken back in time for the next one.
 * @param elapsed ms since the word's turn began
 * @param turn ms that the word has in all
 */
export function lettersAt(elapsed: number, length: number, turn: number): number {
  const typed = Math.floor(elapsed / STEP_MS)
  const left = Math.ceil((turn - elapsed) / STEP_MS) - 1
  return Math.max(0, Math.min(typed, left, length))
}

/** Ms until `lettersAt` answers differently at the earliest. */
export function untilNextLetter(elapsed: number, length: number, turn: number): number {
  const takenBackAt = turn - length * STEP_MS
  const isWaiting = elapsed >= length * STEP_MS && elapsed < takenBackAt
  return isWaiting ? takenBackAt - elapsed : STEP_MS - (elapsed % STEP_MS)
}

/** A word as it stands on the screen. */
export interface Typed {
  /** Its place among the words. */
  readonly place: number
  readonly text: string
}

interface TypewriterOptions {
  /** Ms that each word has. */
  readonly turn: number
  readonly isRunning: boolean
  /** Words change as a whole, without letters coming and going. */
  readonly isStill: boolean
}

/** Writes words one after another, without end. It begins with the first one written, and stops with a whole word. */
export function useTypewriter(words: readonly string[], options: TypewriterOptions): Typed {
  const { turn, isRunning, isStill } = options
  const [{ place, letters }, setTyped] = useState({ place: 0, letters: WHOLE })
  const latest = useRef(0)
  useEffect(() => {
    if (!isRunning) return
    const first = latest.current
    const begin = performance.now() - lengthOf(words, first) * STEP_MS
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const passed = performance.now() - begin
      const elapsed = passed % turn
      const now = (first + Math.floor(passed / turn)) % words.length
      const length = lengthOf(words, now)
      latest.current = now
      setTyped({ place: now, letters: isStill ? WHOLE : lettersAt(elapsed, length, turn) })
      timer = setTimeout(tick, isStill ? turn - elapsed : untilNextLetter(elapsed, length, turn))
    }
    tick()
    return () => {
      clearTimeout(timer)
      setTyped({ place: latest.current, letters: WHOLE })
    }
  }, [words, turn, isRunning, isStill])
  return { place, text: [...(words[place] ?? '')].slice(0, letters).join('') }
}

function lengthOf(words: readonly string[], place: number): number {
  return [...(words[place] ?? '')].length
}
