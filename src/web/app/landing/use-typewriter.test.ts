import { describe, expect, it } from 'vitest'
import { en } from '#shared/i18n/en.ts'
import { ru } from '#shared/i18n/ru.ts'
import { lettersAt, PAUSE_MS, STEP_MS, untilNextLetter } from './use-typewriter.ts'

const TURN = 3000

describe('a typed word', () => {
  it('gains a letter every 40 ms, stays, and loses its letters before its turn ends', () => {
    const at = (elapsed: number) => lettersAt(elapsed, 5, TURN)
    expect([0, 39, 40, 79, 80, 199, 200].map(at)).toEqual([0, 0, 1, 1, 2, 4, 5])
    expect([1500, 2800 - 1, 2800, 2840, 2960, 2999].map(at)).toEqual([5, 5, 4, 3, 0, 0])
  })

  it.each([1, 5, 9])('is updated at every change: %d letters', (length) => {
    let elapsed = 0
    const changes: number[] = []
    while (elapsed < TURN) {
      const wait = untilNextLetter(elapsed, length, TURN)
      expect(lettersAt(elapsed + wait - 1, length, TURN)).toBe(lettersAt(elapsed, length, TURN))
      elapsed += wait
      changes.push(elapsed)
    }
    expect(changes.at(-1)).toBe(TURN)
    expect(changes.length).toBeLessThanOrEqual(2 * length + 2)
  })

  it('on the start page stays long enough to read', () => {
    for (const word of [...en.landing.words, ...ru.landing.words]) {
      expect(TURN - 2 * [...word].length * STEP_MS, word).toBeGreaterThanOrEqual(PAUSE_MS)
    }
  })
})
