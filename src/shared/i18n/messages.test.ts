import { expect, it } from 'vitest'
import { plural, quoted } from './messages.ts'

it('nests Russian quotation marks', () => {
  expect(quoted('Полдень')).toBe('«Полдень»')
  expect(quoted('Студия «Полдень»')).toBe('«Студия „Полдень“»')
  expect(quoted('«Полдень»')).toBe('«„Полдень“»')
})

it('gives a Russian noun the form of its number', () => {
  const forms = { one: 'открытие', few: 'открытия', many: 'открытий' }
  const written = [0, 1, 2, 5, 11, 21, 101, 112, 1000, 1.5].map((count) => plural('ru', count, forms))
  const { one, few, many } = forms
  expect(written).toEqual([many, one, few, many, many, one, one, many, many, few])
})
