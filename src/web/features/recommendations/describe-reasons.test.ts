import { describe, expect, it } from 'vitest'
import { REASON_KINDS } from '#shared/api/recommendations.ts'
import { en } from '#shared/i18n/en.ts'
import { ru } from '#shared/i18n/ru.ts'
import { describeReasons } from './describe-reasons.ts'

const topics = { kind: 'topics', terms: ['keyboards', 'switches'] } as const

describe('reasons in words', () => {
  it('are one sentence in the order of the answer', () => {
    const reasons = [topics, { kind: 'size' }] as const
    expect(describeReasons(reasons, en.recommendations, 'en')).toBe(
      'Same topics: keyboards, switches; similar size',
    )
    expect(describeReasons(reasons, ru.recommendations, 'ru')).toBe(
      'Общие темы: keyboards, switches; примерно столько же подписчиков',
    )
  })

  it('name no words where there are none', () => {
    expect(describeReasons([{ kind: 'topics', terms: [] }], en.recommendations, 'en')).toBe('Same topics')
    expect(describeReasons([], en.recommendations, 'en')).toBe('')
  })

  it('name a type only where no words are shared', () => {
    expect(describeReasons([topics, { kind: 'type' }], en.recommendations, 'en')).toBe(
      'Same topics: keyboards, switches',
    )
    expect(describeReasons([{ kind: 'type' }, { kind: 'size' }], en.recommendations, 'en')).toBe(
      'Same content type; similar size',
    )
  })

  it('keep words of both directions apart', () => {
    const [word, other] = ['מקלדות', 'switches']
    expect(describeReasons([{ kind: 'topics', terms: [word, other] }], en.recommendations, 'en')).toBe(
      `Same topics: \u2068${word}\u2069, ${other}`,
    )
  })

  it('exist for every kind in both languages', () => {
    for (const { recommendations } of [en, ru]) {
      const texts = REASON_KINDS.map((kind) => describeReasons([{ kind }], recommendations, 'en'))
      expect(new Set(texts).size).toBe(REASON_KINDS.length)
    }
  })
})
