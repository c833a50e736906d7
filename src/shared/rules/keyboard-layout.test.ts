import { expect, it } from 'vitest'
import { inOtherLayout, isNamedIn } from './keyboard-layout.ts'

it.each([
  ['ufl;tns', 'гаджеты'],
  ['Cbybq rbn 24', 'Синий кит 24'],
  ['`;br', 'ёжик'],
  ['ьгышс', 'music'],
  ['Ьк Иуфые', 'Mr Beast'],
])('the keys of %s write %s in the other layout', (typed, meant) => {
  expect(inOtherLayout(typed)).toBe(meant)
})

it.each(['MrBeast гаджеты', '2024', '音楽', ''])('says nothing about %j', (typed) => {
  expect(inOtherLayout(typed)).toBeNull()
})

it('leaves a text alone that has found what it names', () => {
  expect(isNamedIn('хоккей у', ['Jarrett Easton', 'Хоккей Уфы'])).toBe(true)
  expect(isNamedIn('ufl;tns', ['Ufo Jets'])).toBe(false)
})
