import { expect, it } from 'vitest'
import { linesOf } from './chosen-channels.ts'

it('chosen channels become lines of name and link, which a spreadsheet takes as two columns', () => {
  const lines = linesOf([
    { channel_name: 'Vinyl Society', url: 'https://videos.example/1' },
    { channel_name: 'Nameless', url: null },
  ])
  expect(lines).toBe('Vinyl Society\thttps://videos.example/1\nNameless')
})
