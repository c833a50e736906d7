import { expect, it } from 'vitest'
import { usernameProblem } from '#shared/rules/accounts.ts'
import { suggestUsername } from './sign-in-with-identity.ts'

const random = { token: () => '', uuid: () => '', code: () => '012345' }

it.each([
  ['Anna Petrova', 'Anna_Petrova'],
  ['Анна Петрова-Ёлкина', 'Анна_Петрова_Ёлкина'],
  ['Сергей Йод', 'Сергей_Йод'],
  ['José  García', 'Jose_Garcia'],
  ['  J. R. R. Tolkien ', 'J_R_R_Tolkien'],
  ['user+1@example.com', 'user1example_com'],
  ['A very long name that nobody would ever read', 'A_very_long_name_that_nobody_w'],
  ['Пётр', 'Пётр'],
  ['李小龙', 'user_012345'],
  ['12 34', '12_34'],
  ['1234', 'user_012345'],
  ['Al', 'user_012345'],
  ['', 'user_012345'],
  ['💥💥💥', 'user_012345'],
  ['\0\ud800', 'user_012345'],
])('%j becomes %s', (name, username) => {
  expect(suggestUsername({ random }, name)).toBe(username)
  expect(usernameProblem(username)).toBeNull()
})
