import { describe, expect, it } from 'vitest'
import { SEED_LINE_MAX } from '#shared/rules/bounds.ts'
import { readLines } from './read-lines.ts'

describe('readLines', () => {
  it('takes every line once, without what surrounds it', () => {
    expect(readLines(' North Workshop \r\n\r\n@keys\n\u0000North Workshop\u0007\n')).toEqual([
      'North Workshop',
      '@keys',
    ])
  })

  it('takes characters out that would be seen by nobody, or turn the text around', () => {
    expect(readLines('\u202egnp.krow\u202c North\n\ufeff@keys\n\u2067x\u2069\u0085y  z')).toEqual([
      'gnp.krow North',
      '@keys',
      'x y z',
    ])
  })

  it.each([
    ['North Workshop\thttps://youtube.com/@north', 'https://youtube.com/@north'],
    ['12\t@north\tNorth', '@north'],
    ['North\tUCaaaaaaaaaaaaaaaaaaaaaa', 'UCaaaaaaaaaaaaaaaaaaaaaa'],
    ['\tNorth Workshop\t412K', 'North Workshop'],
    ['youtube.com/watch?v=a\tA video', 'youtube.com/watch?v=a'],
    ['https://youtu.be/a,b', 'https://youtu.be/a,b'],
  ])('takes the telling cell of a row: %j', (row, line) => {
    expect(readLines(row)).toEqual([line])
  })

  it('is empty without words, and cuts what is too long', () => {
    expect(readLines(' \n\t\n')).toEqual([])
    expect(readLines('x'.repeat(SEED_LINE_MAX + 1))).toEqual(['x'.repeat(SEED_LINE_MAX)])
  })
})
