import { describe, expect, it } from 'vitest'
import type { ImportProgress } from '#server/features/import/import-channels.ts'
import { fc } from '#test/support/fast-check.ts'
import { forecastImport } from './forecast-import.ts'

const SIZE = 10_000
const ROWS = 1_000_000

function reading(share: number, channels = 0): ImportProgress {
  const rows = share * ROWS
  return { phase: 'reading', rows, channels, touched: rows, bytesRead: share * SIZE, size: SIZE }
}

function later(phase: ImportProgress['phase'], touched = ROWS, channels = 0): ImportProgress {
  return { phase, rows: ROWS, channels, touched, bytesRead: SIZE, size: SIZE }
}

describe('the forecast of an import', () => {
  it('says nothing in the first second, and no seconds while other imports are waited for', () => {
    const forecast = forecastImport(0)
    expect(forecast.at(100)).toEqual({ share: 0, secondsLeft: null })
    forecast.note(reading(0.02), 500)
    expect(forecast.at(600)).toEqual({ share: 0, secondsLeft: null })
    forecast.note(reading(1), 10_000)
    const { share } = forecast.at(10_000)
    forecast.note(later('waiting'), 10_000)
    expect(forecast.at(60_000)).toEqual({ share, secondsLeft: null })
    forecast.note(later('comparing'), 100_000)
    // The time of the wait tells nothing of the time to come.
    expect(forecast.at(100_000).secondsLeft).toBeLessThan(60)
  })

  it('counts what follows the reading, and the channels that search is rebuilt for', () => {
    const leftOf = (channels: number) => {
      const forecast = forecastImport(0)
      forecast.note(reading(0.5, channels), 10_000)
      return forecast.at(10_000).secondsLeft!
    }
    expect(leftOf(0)).toBeGreaterThan(10)
    expect(leftOf(ROWS)).toBeGreaterThan(leftOf(0))
  })

  it('expects less once it is known that little changes', () => {
    const leftWith = (touched: number) => {
      const forecast = forecastImport(0)
      forecast.note(reading(1, ROWS), 20_000)
      forecast.note(later('writing', touched, ROWS), 30_000)
      return forecast.at(30_000).secondsLeft!
    }
    expect(leftWith(0)).toBe(0)
    expect(leftWith(100)).toBeLessThan(1)
    expect(leftWith(ROWS)).toBeGreaterThan(10)
  })

  it('counts down within a phase, and does not promise an end when the phase takes longer than expected', () => {
    const forecast = forecastImport(0)
    forecast.note(reading(1), 20_000)
    forecast.note(later('indexing'), 40_000)
    const first = forecast.at(40_000)
    const second = forecast.at(42_000)
    expect(second.secondsLeft).toBeCloseTo(first.secondsLeft! - 2)
    expect(second.share).toBeGreaterThan(first.share)
    // A tenth of the time so far, and what follows.
    expect(forecast.at(400_000).secondsLeft).toBeGreaterThan(36)
  })

  it('never takes back what is done, and never says that all is done or less than nothing left', () => {
    const steps = fc.array(
      fc.record({
        phase: fc.constantFrom('reading', 'waiting', 'comparing', 'writing', 'indexing', 'finishing'),
        read: fc.integer({ min: 0, max: 100 }),
        rows: fc.nat(ROWS),
        channels: fc.nat(10 * ROWS),
        touched: fc.nat(ROWS),
        after: fc.nat(20_000),
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(steps, (given) => {
        const forecast = forecastImport(0)
        let now = 0
        let before = 0
        for (const { read, after, ...step } of given) {
          now += after
          forecast.note({ ...step, bytesRead: read, size: 100 }, now)
          for (const at of [now, now + after]) {
            const { share, secondsLeft } = forecast.at(at)
            expect(share).toBeGreaterThanOrEqual(before)
            expect(share).toBeLessThan(1)
            if (secondsLeft !== null) expect(secondsLeft).toBeGreaterThanOrEqual(0)
            before = share
          }
        }
      }),
    )
  })
})
