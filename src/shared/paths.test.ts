import { describe, expect, it } from 'vitest'
import { channelOf, channelPath, PATHS, parseAddress, pathInLanguage } from './paths.ts'

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
    ['/channel/UCaB_1', null, 'channel'],
    ['/ru/Channel/UCaB_1/%D0%B8%D0%BC%D1%8F/', 'ru', 'channel'],
    ['/channel', null, null],
    ['/channel/', null, null],
    ['/channel//name', null, null],
    ['/channel/1/name/more', null, null],
    ['/channels/1', null, null],
  ] as const)('reads %s', (path, language, page) => {
    expect(parseAddress(path)).toEqual({ language, page })
  })

  it('reads back every page in every language', () => {
    for (const [page, path] of Object.entries(PATHS)) {
      expect(parseAddress(pathInLanguage(path, 'ru'))).toEqual({ language: 'ru', page })
    }
  })
})

describe('the address of a channel', () => {
  it.each([
    ['Keys & Switches', '/channel/UC-1/keys-switches'],
    ['Ёлка №1', '/channel/UC-1/%D1%91%D0%BB%D0%BA%D0%B0-1'],
    ['हिन्दी', `/channel/UC-1/${encodeURIComponent('हिन्दी')}`],
    ['a/../?#%<b>', '/channel/UC-1/a-b'],
    ['👍\ud83d', '/channel/UC-1'],
    // Only the mark of the emoji's colours would be left.
    ['🏳️‍🌈', '/channel/UC-1'],
    ['', '/channel/UC-1'],
    [`${'x'.repeat(59)} y`, `/channel/UC-1/${'x'.repeat(59)}`],
    ['𝒳'.repeat(70), `/channel/UC-1/${encodeURIComponent('𝒳'.repeat(60))}`],
  ])('ends with the words of its name: %s', (name, path) => {
    expect(channelPath('UC-1', name)).toBe(path)
  })

  it.each(['UCaB_-1', 'ünï/?#% code', '7'])('tells its id again: %s', (id) => {
    expect(channelOf(channelPath(id, 'Any name'))).toBe(id)
    expect(channelOf(pathInLanguage(channelPath(id, ''), 'ru'))).toBe(id)
  })

  it.each(['/search', '/channel', '/channel/%E0%A4%A/name', '/channels/1'])('is not %s', (path) => {
    expect(channelOf(path)).toBeNull()
  })
})
