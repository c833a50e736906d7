import { describe, expect, it } from 'vitest'
import { maskAddresses } from './mask-addresses.ts'
import { holdsAddress } from '#server/platforms/written-addresses.ts'
import { publicName } from './clean-text.ts'

describe('the name of a channel', () => {
  it.each([
    ['First, write to owner@creator.example', 'First, write to …'],
    ['Cooking ａｎｎａ＠ｓｈｏｐ．ｅｘａｍｐｌｅ', 'Cooking …'],
    ['Cooking anna＠shop.example', 'Cooking …'],
    ['Cooking anna﹫shop。example', 'Cooking …'],
    ['Cooking anna (at) shop (dot) example', 'Cooking …'],
    ['Cooking anna[at]shop.example today', 'Cooking … today'],
    ['Cooking: anna at shop dot example', 'Cooking: …'],
    ['Cooking anna dot petrova at shop dot co dot uk', 'Cooking …'],
    ['Cooking anna_at_shop_dot_example', 'Cooking …'],
    ['Cooking anna@shop dot example', 'Cooking …'],
    ['Cooking anna-maria_p-dot-b-at-my-shop-dot-example', 'Cooking …'],
    ['Cooking anna_ at shop dot example', 'Cooking …'],
    ['Cooking anna-dot-petrova_ (at) my-shop.example', 'Cooking …'],
    ['Cooking anna @ gmail . com', 'Cooking …'],
    ['Cooking anna at gmail.com', 'Cooking …'],
    ['Кухня anna собака mail точка ru', 'Кухня …'],
    ['Кухня anna собака shop.example', 'Кухня …'],
    ['Кухня anna (собака) почта (точка) рф', 'Кухня …'],
    ['Кухня anna@mail точка ру', 'Кухня …'],
  ])('%j is shown as %j', (given, shown) => {
    expect(publicName(given)).toBe(shown)
  })

  it.each([
    'owner@creator.example',
    '＜ｏｗｎｅｒ＠ｃｒｅａｔｏｒ．ｅｘａｍｐｌｅ＞',
    'anna (at) shop (dot) example',
    '[anna at gmail.com]',
  ])('%j is not a name', (given) => {
    expect(publicName(given)).toBe('')
  })

  it.each([
    'Live at Wembley',
    'Look at Booking.com',
    'At home. With cats',
    'DJ Anna @ Awakenings',
    '@anna',
    'Моя собака',
    'Собака точка',
    'Собака ест Mail.ru',
    'Dot and Bob',
    'ＦＵＬＬ ＷＩＤＴＨ ＴＶ',
    'Cat at the Dot',
    '① at … ½',
  ])('%j stays unchanged', (name) => {
    expect(publicName(name)).toBe(name)
  })

  it('is masked quickly, whatever it contains', () => {
    // A pattern that retried every form from every letter for every length would take minutes.
    for (const piece of ['a ', 'a-', 'at ', 'a dot ', 'a at ', 'a_at_', '@', '(at)', 'собака '])
      expect(publicName(piece.repeat(200).slice(0, 200)).length).toBeLessThanOrEqual(200)
    // If a hyphen could belong to both a word and a spelled-out dot, backtracking would never end.
    for (const piece of ['-dot-a', '_dot_', 'dot-', '-dot--dot-a', '-точка-', '-a_dot', 'a-dot-(at)'])
      for (const [before, after] of [
        ['a', ' @'],
        ['a@a', ''],
        ['a at ', '!'],
      ] as const)
        expect(publicName(`${before}${piece.repeat(200).slice(0, 190)}${after}`).length).toBeLessThan(201)
  })
})

it('reports show no address, in any character width', () => {
  expect(maskAddresses('write to <Anna.B@shop.example>, or bob＠x')).toBe(
    'write to <[address]>, or [address]',
  )
})

it.each([
  'https://www.youtube.com/@anna@shop.example',
  'https://www.youtube.com/anna＠shop．example',
  'https://www.youtube.com/anna%EF%BC%A0shop%EF%BC%8Eexample',
])('a link such as %s contains an address', (link) => {
  expect(holdsAddress(link)).toBe(true)
})
