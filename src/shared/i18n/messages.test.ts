import { expect, it } from 'vitest'
import { quoted } from './messages.ts'

it('nests Russian quotation marks', () => {
  expect(quoted('Полдень')).toBe('«Полдень»')
  expect(quoted('Студия «Полдень»')).toBe('«Студия „Полдень“»')
  expect(quoted('«Полдень»')).toBe('«„Полдень“»')
})
