import { describe, expect, it } from 'vitest'
import { askWithBisection, REFUSALS, VideosUnavailable } from './videos.ts'

const IDS = Array.from({ length: 50 }, (_, at) => `id-${at}`)

/** A platform that refuses calls with certain ids and may name them. */
function refusing(bad: readonly string[], isTold: boolean, reason: 'answer' | 'closed' = 'answer') {
  const calls: (readonly string[])[] = []
  const ask = async (ids: readonly string[]): Promise<readonly string[]> => {
    calls.push(ids)
    const malformed = ids.filter((id) => bad.includes(id))
    if (malformed.length > 0) throw new VideosUnavailable(reason, 'malformed', null, isTold ? malformed : [])
    return ids
  }
  return { calls, ask }
}

describe('a call for several ids', () => {
  it.each([
    { isTold: true, bad: [], calls: 1 },
    { isTold: true, bad: ['id-0', 'id-7', 'id-49'], calls: 2 },
    { isTold: true, bad: IDS, calls: 1 },
    { isTold: false, bad: ['id-0'], calls: 13 },
    { isTold: false, bad: ['id-7', 'id-49'], calls: 23 },
  ])(
    'isolates $bad.length malformed ones (named: $isTold) in $calls calls',
    async ({ isTold, bad, calls }) => {
      const platform = refusing(bad, isTold)
      const { found, malformed } = await askWithBisection(IDS, platform.ask)
      expect([...malformed].toSorted()).toEqual(bad.toSorted())
      expect(found.toSorted()).toEqual(IDS.filter((id) => !bad.includes(id)).toSorted())
      expect(platform.calls.length).toBeLessThanOrEqual(calls)
    },
  )

  it('sets aside a single malformed one', async () => {
    const { found, malformed } = await askWithBisection(['id-0'], refusing(['id-0'], false).ask)
    expect([found, [...malformed]]).toEqual([[], ['id-0']])
  })

  it.each([1, 8, 25, 50])('sets aside %i closed ones, however many', async (count) => {
    const bad = IDS.filter((_, at) => at % (IDS.length / count) < 1)
    const { found, malformed } = await askWithBisection(IDS, refusing(bad, false, 'closed').ask)
    expect([...malformed].toSorted()).toEqual(bad.toSorted())
    expect(found).toHaveLength(IDS.length - count)
  })

  it('gives up when no id gets an answer', async () => {
    const { calls, ask } = refusing(IDS, false)
    await expect(askWithBisection(IDS, ask)).rejects.toThrow(VideosUnavailable)
    expect(calls).toHaveLength(REFUSALS)
  })

  it.each(['quota', 'key', 'busy'] as const)('fails at once on %s', async (reason) => {
    let calls = 0
    const ask = async () => {
      calls += 1
      throw new VideosUnavailable(reason, 'not now')
    }
    await expect(askWithBisection(IDS, ask)).rejects.toThrow('not now')
    expect(calls).toBe(1)
  })
})
