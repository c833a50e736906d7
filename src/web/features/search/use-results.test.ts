import { describe, expect, it } from 'vitest'
import { isCutShort } from './use-results.ts'

describe('isCutShort', () => {
  const after = (...partial: boolean[]) => isCutShort(partial.map((isPartial) => ({ meta: { isPartial } })))

  it('searches on by itself three times after a partial page, then waits for a press', () => {
    expect(after()).toBe(false)
    expect(after(false)).toBe(false)
    expect(after(true)).toBe(true)
    expect(after(true, true, true)).toBe(true)
    expect(after(true, true, true, true)).toBe(false)
    expect(after(true, true, true, true, true)).toBe(true)
  })

  it('starts again after a full page', () => {
    expect(after(true, true, true, false)).toBe(false)
    expect(after(true, true, true, false, true)).toBe(true)
  })
})
