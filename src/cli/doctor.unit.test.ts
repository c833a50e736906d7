import { describe, expect, it } from 'vitest'
import { judgeBackup, judgeClock } from './doctor-database.ts'
import { checkMemory, judgeDisk, judgePasswords } from './doctor-machine.ts'
import { judgeProxies } from './doctor-proxies.ts'

const GIGABYTE = 1_073_741_824
const HOUR = 3_600_000

describe('what doctor thinks of', () => {
  it('the clock', () => {
    expect(judgeClock(-300)).toMatchObject({ level: 'ok', is: expect.stringContaining('300 ms') })
    expect(judgeClock(-2_001).level).toBe('error')
    expect(judgeClock(2_001).level).toBe('error')
  })

  it('the disk', () => {
    expect(judgeDisk(50 * GIGABYTE, 100 * GIGABYTE).level).toBe('ok')
    expect(judgeDisk(9 * GIGABYTE, 100 * GIGABYTE).level).toBe('warning')
    expect(judgeDisk(GIGABYTE / 2, GIGABYTE).level).toBe('error')
  })

  it('a container’s memory', () => {
    expect(checkMemory(256 * 1_048_576)).toMatchObject({
      level: 'warning',
      is: expect.stringMatching(/^256 MB/),
    })
    // No limit is told as 0, or as more than any machine has.
    expect(checkMemory(0).is).toBe(checkMemory(2 ** 60).is)
  })

  it('the shortest password', () => {
    expect(judgePasswords({ passwordMin: 5 })).toMatchObject({
      level: 'warning',
      todo: expect.stringContaining('=8'),
    })
    expect(judgePasswords({ passwordMin: 7 }).level).toBe('warning')
    expect(judgePasswords({ passwordMin: 8 }).level).toBe('ok')
  })

  it('the last backup', () => {
    expect(judgeBackup(null, 0).level).toBe('warning')
    expect(judgeBackup(Number.NaN, 0).level).toBe('warning')
    expect(judgeBackup(0, 20 * HOUR)).toMatchObject({
      level: 'ok',
      is: 'The last one was made 20 hours ago.',
    })
    expect(judgeBackup(0, 49 * HOUR).level).toBe('warning')
  })

  it('proxies, by how many addresses requests came with', () => {
    const judge = (metrics: Readonly<Record<number, number>>, trusted: number) =>
      judgeProxies(
        new Map(Object.entries(metrics).map(([addresses, count]) => [Number(addresses), count])),
        trusted,
      ).level
    expect(judge({ 0: 10 }, 0)).toBe('ok')
    expect(judge({ 1: 10 }, 1)).toBe('ok')
    // A caller added one.
    expect(judge({ 1: 10, 2: 1 }, 1)).toBe('ok')
    expect(judge({ 0: 1, 1: 9 }, 1)).toBe('error')
    expect(judge({ 1: 9 }, 0)).toBe('error')
    expect(judge({}, 1)).toBe('warning')
  })
})
