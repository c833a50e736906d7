import { describe, expect, it } from 'vitest'
import { readRecent } from './keep-recent.ts'

const NOW = new Date('2026-03-10T09:00:00Z')
const video = (title: string, publishedAt: string | null) => ({
  videoId: title,
  title,
  publishedAt: publishedAt === null ? null : new Date(publishedAt),
})

describe('what a list of uploads tells', () => {
  it('counts the uploads of twelve UTC months, the last one being this month', () => {
    const videos = [
      video('now', '2026-03-10T09:00:00Z'),
      video('first of the month', '2026-03-01T00:00:00Z'),
      video('the month before', '2026-02-28T23:59:59Z'),
      video('eleven months ago', '2025-04-01T00:00:00Z'),
      video('too long ago', '2025-03-31T23:59:59Z'),
      video('announced', '2026-03-10T09:00:01Z'),
      video('undated', null),
    ]
    const { months, listedSince } = readRecent({ videos, isWhole: true }, 'One', NOW)
    expect(months).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
    expect(listedSince).toBeNull()
  })

  it('says since when uploads are listed where there are more', () => {
    const videos = [video('later', '2026-03-01T00:00:00Z'), video('earlier', '2026-02-01T00:00:00Z')]
    const { listedSince } = readRecent({ videos, isWhole: false }, 'One', NOW)
    expect(listedSince).toEqual(new Date('2026-02-01T00:00:00Z'))
  })

  it('keeps words in the order of their keys, without addresses, control characters and the name of the channel', () => {
    const titles = [
      'Sourdough by Annas Kitchen, anna@creator.example',
      'Sour\u0000dough \u202esourdough\u202c',
    ]
    const videos = titles.map((title) => video(title, '2026-03-01T00:00:00Z'))
    const { keys, words } = readRecent({ videos, isWhole: true }, 'Annas Kitchen', NOW)
    expect(keys).toHaveLength(words.length)
    expect(words[0]?.toLowerCase()).toBe('sourdough')
    expect(words.join(' ')).not.toMatch(/anna|kitchen|creator|[\p{Cc}\p{Cf}]/iu)
  })

  it('knows nothing of an empty list', () => {
    expect(readRecent({ videos: [], isWhole: true }, 'One', NOW)).toMatchObject({
      keys: [],
      words: [],
      listedSince: null,
    })
  })
})
