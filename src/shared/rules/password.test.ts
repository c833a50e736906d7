import { expect, it } from 'vitest'
import { passwordProblem } from './password.ts'

it.each([
  ['', 'password_short'],
  ['1234', 'password_short'],
  ['12345', null],
  ['x'.repeat(200), null],
  ['x'.repeat(201), 'password_long'],
] as const)('%j: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})
