import { describe, expect, it } from 'vitest'
import { PATHS, parseAddress, pathInLanguage } from './paths.ts'

describe('parseAddress', () => {
  it.each([
    ['/', null, 'landing'],
    ['/search', null, 'search'],
    ['/Profile', null, 'profile'],
    ['/SEARCH/', null, 'search'],
    ['/en', 'en', 'landing'],
    ['/ru/', 'ru', 'landing'],
    ['/RU/TooManyRequests', 'ru', 'toomanyrequests'],
    ['/ruins', null, null],
    ['/en/nothing', 'en', null],
    ['/search/more', null, null],
    ['//', null, 'landing'],
  ] as const)('reads %s', (path, language, page) => {
    expect(parseAddress(path)).toEqual({ language, page })
  })

  it('reads back every page in every language', () => {
    for (const [page, path] of Object.entries(PATHS)) {
      expect(parseAddress(pathInLanguage(path, 'ru'))).toEqual({ language: 'ru', page })
    }
  })
})
