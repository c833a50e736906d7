import { expect, it } from 'vitest'
import { initials } from './Thumbnail.tsx'

it.each([
  ['Night Train Radio', 'NT'],
  ['вечерний завтрак', 'ВЗ'],
  ['PixelForge', 'P'],
  ['«Дом» на колёсах', 'ДН'],
  ['東京さんぽ', '東'],
  ['  42nd street ', '4S'],
  ['🦊', '🦊'],
  ['', ''],
])('shortens %j to %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
