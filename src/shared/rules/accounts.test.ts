import { expect, it } from 'vitest'
import { passwordProblem, passwordWeakness, usernameProblem } from './accounts.ts'

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

it.each([
  ['', 'password_short'],
  ['1234', 'password_short'],
  ['12345', null],
  ['x'.repeat(200), null],
  ['x'.repeat(201), 'password_long'],
] as const)('%j: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})

it('an installation may ask for more characters', () => {
  expect(passwordProblem('x'.repeat(11), 12)).toBe('password_short')
  expect(passwordProblem('x'.repeat(12), 12)).toBeNull()
})

const OWNER = { email: 'anna.petrova@mail.example', username: 'Anna_1' }

it.each([
  ['qwerty', 'password_common'],
  ['QWERTY', 'password_common'],
  ['anna.petrova@mail.example', 'password_own'],
  ['AnnaPetrova', 'password_own'],
  ['anna2026!', 'password_own'],
  ['anna and a horse', null],
  ['86420', null],
] as const)('%j: %s', (password, weakness) => {
  expect(passwordWeakness(password, new Set(['qwerty']), OWNER)).toBe(weakness)
})

it('nobody is known yet where a link of an email leads', () => {
  expect(passwordWeakness('a longer one', new Set(), { email: '', username: '' })).toBeNull()
  expect(passwordWeakness('12345', new Set(), { email: '', username: '' })).toBeNull()
})
