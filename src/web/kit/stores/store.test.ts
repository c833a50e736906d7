import { describe, expect, it } from 'vitest'
import type { UserData } from '#shared/api/sessions.ts'
import { clearOnLogout, enterSession, leaveSession } from '#web/kit/api/session.ts'
import { createStore } from './store.ts'

/** @param isDenied refuses to keep anything, as a browser may */
function makePlace(text: string | null, isDenied = false) {
  const place = {
    text,
    read: () => place.text,
    write(next: string | null) {
      if (!isDenied) place.text = next
      return !isDenied
    },
  }
  return place
}

const LIST = { parse: (text: string | null) => JSON.parse(text ?? '[]') as string[], format: JSON.stringify }

describe('createStore', () => {
  it('keeps its value, gives the same object until another is kept, and follows another tab', () => {
    const place = makePlace('["a"]')
    const store = createStore<string[]>([], { in: place, ...LIST })
    const first = store.get()
    expect(first).toEqual(['a'])
    expect(store.get()).toBe(first)
    let changes = 0
    const stop = store.subscribe(() => (changes += 1))
    const next = ['b']
    store.set(next)
    expect(store.get()).toBe(next)
    expect(place.text).toBe('["b"]')
    stop()
    store.set([])
    expect(changes).toBe(1)
    place.text = '["c"]'
    expect(store.get()).toEqual(['c'])
  })

  it('takes what it cannot read for nothing, and lasts as long as the page without storage', () => {
    expect(createStore(['none'], { in: makePlace('{['), ...LIST }).get()).toEqual(['none'])
    const store = createStore<string[]>([], { in: makePlace(null, true), ...LIST })
    store.set(['a'])
    expect(store.get()).toEqual(['a'])
  })
})

it("a visitor's value stays through the login, and is gone with the session", () => {
  const person = { userInformation: { user_id: 1 }, holder: { teamId: null } } as UserData
  leaveSession()
  const store = createStore('')
  clearOnLogout(store, 'of-person')
  store.set('typed by a visitor')
  enterSession(person)
  expect(store.get()).toBe('typed by a visitor')
  leaveSession()
  expect(store.get()).toBe('')
  store.set('typed by a visitor')
  leaveSession()
  expect(store.get()).toBe('typed by a visitor')
})
