import { expect, it } from 'vitest'
import { isDisposable } from './newcomers.ts'

it.each(['anna@mailinator.com', 'anna@inbox.mailinator.com', 'anna@a.b.c.yopmail.com'])(
  'disposable: %s',
  (email) => expect(isDisposable(email)).toBe(true),
)

it.each([
  'anna@gmail.com',
  'anna@mail.ru',
  'anna@yandex.ru',
  'anna@channelbook.example',
  'mailinator.com@gmail.com',
  'anna@my-mailinator.example',
  'anna@mailinator.com.example',
])('not disposable: %s', (email) => expect(isDisposable(email)).toBe(false))
