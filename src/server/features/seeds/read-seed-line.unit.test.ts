import { PLATFORMS } from '#server/platforms/platforms.ts'
import { expect, test } from 'vitest'
import { readSeedLine } from './read-seed-line.ts'

const ID = 'UCaaaaaaaaaaaaaaaaaaaaaa'

test.each([
  [ID, 'id'],
  [`https://www.youtube.com/channel/${ID}/videos`, 'id'],
  ['@North.Workshop', 'handle'],
  ['youtube.com/@north?si=1', 'handle'],
  ['  North Workshop  ', 'name'],
  ['https://www.youtube.com/c/NorthWorkshop', 'name'],
  ['youtube.com/user/elevenchars', 'name'],
  ['dQw4w9WgXcQ', 'name'],
  ['AC/DC', 'name'],
  ['Mr. Nobody / Live', 'name'],
  ['https://youtu.be/dQw4w9WgXcQ?t=3', 'video'],
  ['m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ', 'video'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'video'],
])('%s names a channel by %s', (line, kind) => {
  expect(readSeedLine(line, PLATFORMS)?.kind).toBe(kind)
})

test.each([
  '',
  '  \t ',
  '\u200b',
  'https://example.com/@north',
  'https://www.youtube.com/playlist?list=PL123',
  'https://youtu.be/short',
  'vimeo.com/12345',
  'https://',
  'javascript:alert(1)//https://youtu.be/dQw4w9WgXcQ'.padEnd(220, 'x'),
  'long '.repeat(50),
])('%j names nothing', (line) => {
  expect(readSeedLine(line, PLATFORMS)).toBeNull()
})

test('a video is read from its address', () => {
  expect(readSeedLine('https://youtu.be/dQw4w9WgXcQ', PLATFORMS)).toEqual({
    kind: 'video',
    video: { platform: 'youtube', videoId: 'dQw4w9WgXcQ' },
  })
})
