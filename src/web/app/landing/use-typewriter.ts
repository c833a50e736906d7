import { useEffect, useRef, useState } from 'react'

/** Time between two letters, in ms. */
export const STEP_MS = 40
/** The minimum time that a whole word shows, in ms. */
export const PAUSE_MS = 1500

const WHOLE = Number.POSITIVE_INFINITY

/**
 * How many letters of a word show: it is typed letter by letter, stays, and is deleted before the next word's turn.
 * @param elapsed ms since the word's turn began
 * @param turn length of the turn in ms
 */
export function lettersAt(elapsed: number, length: number, turn: number): number {
  const typed = Math.floor(elapsed / STEP_MS)
  const left = Math.ceil((turn - elapsed) / STEP_MS) - 1
  return Math.max(0, Math.min(typed, left, length))
}

/** Ms until the earliest change of `lettersAt`. */
export function untilNextLetter(elapsed: number, length: number, turn: number): number {
  const deletionStart = turn - length * STEP_MS
  const isWaiting = elapsed >= length * STEP_MS && elapsed < deletionStart
  return isWaiting ? deletionStart - elapsed : STEP_MS - (elapsed % STEP_MS)
}

/** The currently visible word. */
interface Typed {
  /** Its index among the words. */
  readonly place: number
  readonly text: string
}

interface TypewriterOptions {
  /** Length of each word's turn in ms. */
  readonly turn: number
  readonly isRunning: boolean
  /** Words change as a whole, without typing. */
  readonly isStill: boolean
}

/** Types words one after another, endlessly. Starts with the first word complete, and stops with a complete word. */
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
