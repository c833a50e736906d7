import { expect, it } from 'vitest'
import { usernameProblem } from './username.ts'

it.each([
  ['', 'username_short'],
  ['ab', 'username_short'],
  ['abc', null],
  ['Ёжик_1', null],
  ['Ірина', null],
  ['Ђорђе', null],
  ['а҂б', 'username_characters'],
  ['___', null],
  ['1a2', null],
  ['x'.repeat(30), null],
  ['x'.repeat(31), 'username_long'],
  ['123', 'username_digits'],
  ['two words', 'username_characters'],
  ['dash-ed', 'username_characters'],
  ['naïve', 'username_characters'],
  ['<b>x</b>', 'username_characters'],
  ['😀😀😀', 'username_characters'],
  ['abc\n', 'username_characters'],
] as const)('%j: %s', (username, problem) => {
  expect(usernameProblem(username)).toBe(problem)
})
