import { describe, expect, it } from 'vitest'
import { foldAddress, isDisposable, isKnownProvider } from './mailboxes.ts'

describe('the mailbox behind an address', () => {
  it.each([
    ['a.n.n.a@gmail.com', 'anna@gmail.com'],
    ['anna+shop@googlemail.com', 'anna@gmail.com'],
    ['anna.petrova@yandex.ru', 'annapetrova@yandex.ru'],
    ['anna-petrova+2@ya.ru', 'annapetrova@yandex.ru'],
    ['anna+x@mail.ru', 'anna@mail.ru'],
    ['anna.b@mail.ru', 'anna.b@mail.ru'],
    ['anna@bk.ru', 'anna@bk.ru'],
    ['anna-shop@yahoo.com', 'anna@yahoo.com'],
    ['an_na@proton.me', 'anna@proton.me'],
    ['anna+x@me.com', 'anna@icloud.com'],
    ['a.n+x@company.example', 'a.n+x@company.example'],
  ])('of %s is %s', (email, mailbox) => {
    expect(foldAddress(email)).toBe(mailbox)
  })
})

describe('domains without a common cap', () => {
  it.each(['anna@gmail.com', 'anna@mail.ru', 'anna@example.com', 'anna@buyer.example', 'anna@a.test'])(
    'include that of %s',
    (email) => expect(isKnownProvider(email)).toBe(true),
  )

  it.each(['anna@gmail.com.evil.dev', 'anna@notgmail.com', 'anna@myexample.com', 'anna@company.ru'])(
    'do not include that of %s',
    (email) => expect(isKnownProvider(email)).toBe(false),
  )
})

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
