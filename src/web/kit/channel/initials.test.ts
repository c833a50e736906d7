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
  // Both letters would hurt: in Russian, in English, and in letters that look like those of the other alphabet.
  ['Хоккей Уфы', 'Х'],
  ['Xenon Youth', 'X'],
  ['жизнь онлайн', 'Ж'],
  ['Сергей Смирнов', 'С'],
  ['Silent Steppe', 'S'],
  ['First Update', 'F'],
  ['8 8-bit games', '8'],
])('shortens %j to %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
