import { expect, it } from 'vitest'
import { readVideoAddress } from './video-addresses.ts'
import { youtube } from './youtube.ts'

it.each([
  ['dQw4w9WgXcQ', 'in uploads'],
  ['PlayStation', 'in uploads'],
  ['how-to-cook', 'in uploads'],
  ['programming', 'everywhere'],
  ['Programming', 'everywhere'],
  ['PROGRAMMING', 'everywhere'],
])('eleven characters alone may be an id or a title: %s is looked up %s', (text, asTitle) => {
  expect(readVideoAddress(text, youtube)).toEqual({ videoId: text, asTitle })
})

it.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=5',
  'youtu.be/dQw4w9WgXcQ',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  'youtube.com/live/dQw4w9WgXcQ',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0',
  'https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3DdQw4w9WgXcQ%26feature%3Dshare',
  'https://www.google.com/url?q=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ&sa=D',
  'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
  '1. My film: «https://youtu.be/dQw4w9WgXcQ»',
])('an address is never a title: %s', (text) => {
  expect(readVideoAddress(text, youtube)).toEqual({ videoId: 'dQw4w9WgXcQ', asTitle: 'nowhere' })
})

it.each(['a title', 'dQw4w9WgXc', 'https://example.com/watch?v=dQw4w9WgXcQ', 'https://youtube.com/watch'])(
  '%s is neither',
  (text) => {
    expect(readVideoAddress(text, youtube)).toBeNull()
  },
)
