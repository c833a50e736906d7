import { expect, it } from 'vitest'
import { SeenChannels } from './seen.ts'

it('an identity is met once, however many there are', () => {
  const seen = new SeenChannels()
  const keys = Array.from({ length: 100_000 }, (_, at) => `UC${at}`)
  expect(keys.filter((key) => seen.meet(1, 'youtube', key))).toEqual([])
  expect(keys.filter((key) => !seen.meet(1, 'youtube', key))).toEqual([])
})

it('an id, a handle and another platform with the same letters are others', () => {
  const seen = new SeenChannels()
  seen.meet(1, 'youtube', 'one')
  expect(seen.meet(2, 'youtube', 'one')).toBe(false)
  expect(seen.meet(1, 'rutube', 'one')).toBe(false)
  expect(seen.meet(1, 'youtube', 'on')).toBe(false)
  expect(seen.meet(1, 'youtube', 'one')).toBe(true)
})

it('what does not fit any more is not noticed, and costs no time', () => {
  const seen = new SeenChannels()
  for (let at = 0; at < 1_100_000; at++) seen.meet(1, '', String(at))
  expect(seen.meet(1, '', '5')).toBe(false)
  expect(seen.meet(1, '', 'new')).toBe(false)
})
