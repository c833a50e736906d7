import { describe, expect, it } from 'vitest'
import { parseContacts } from '#server/features/import/contacts.ts'
import { parseChannelLink, parseHandle, parseThumbnail } from './channel-links.ts'

const ID = 'UCq-Fj5jknLsUf-MWSy4_brA'

describe('addresses of channels', () => {
  it.each([
    [`http://youtube.com/channel/${ID}`, ID, null, `https://www.youtube.com/channel/${ID}`],
    [
      `https://www.youtube.com/channel/${ID}/videos?view=0`,
      ID,
      null,
      `https://www.youtube.com/channel/${ID}`,
    ],
    ['https://m.youtube.com/@Some.One/featured', null, 'some.one', 'https://www.youtube.com/@some.one'],
    ['youtube.com/@имя', null, 'имя', 'https://www.youtube.com/@%D0%B8%D0%BC%D1%8F'],
    [
      'https://www.youtube.com/@%D0%B8%D0%BC%D1%8F',
      null,
      'имя',
      'https://www.youtube.com/@%D0%B8%D0%BC%D1%8F',
    ],
    ['https://youtube.com/c/GeekCode', null, null, 'https://www.youtube.com/c/GeekCode'],
    ['http://www.youtube.com/user/derekbanas/', null, null, 'https://www.youtube.com/user/derekbanas'],
    ['https://www.youtube.com/KepowOb', null, null, 'https://www.youtube.com/KepowOb'],
  ])('%s', (text, platformId, handle, url) =>
    expect(parseChannelLink(text)).toEqual({ platformId, handle, url }),
  )

  it.each([
    'https://www.youtube.com/watch?v=s9JJ_PbVCIA',
    'https://youtu.be/s9JJ_PbVCIA',
    'https://www.youtube.com/channel/UCshort',
    'javascript:alert(1)//youtube.com/@one',
    'https://evil.example/youtube.com/@one',
    'https://youtube.com.evil.example/@one',
    'https://user:pass@evil.example/https://youtube.com/@one',
    'https://www.youtube.com/c/<script>',
    '',
  ])('%s is not one', (text) =>
    expect(parseChannelLink(text)).toEqual({ platformId: null, handle: null, url: null }),
  )
})

describe('handles', () => {
  it.each([
    ['@Mr_Beast', false, 'mr_beast'],
    ['/@one.two', false, 'one.two'],
    ['partizanmedia', true, 'partizanmedia'],
    ['partizanmedia', false, null],
    ['https://www.youtube.com/@abc', true, 'abc'],
    ['https://www.youtube.com/c/abc', true, null],
    ['@ab', true, null],
    ['@-abc-.', true, null],
    ['@a b c', true, null],
    [`@${'x'.repeat(31)}`, true, null],
  ])('%s', (text, bare, handle) => expect(parseHandle(text, { bare })).toBe(handle))
})

describe('pictures', () => {
  it.each([
    ['https://yt3.ggpht.com/abc=s88-c-k', true],
    ['https://static-cdn.jtvnw.net/jtv_user_pictures/x.png', true],
    ['/thumbnails/demo/UCdemo0000000wbEdXR8DtbT-%D0%A1.svg', true],
    ['http://yt3.ggpht.com/abc', false],
    ['https://yt3.ggpht.com.evil.example/abc', false],
    ['https://yt3.ggpht.com@evil.example/abc', false],
    ['https://evil.example/abc.png', false],
    ['//yt3.ggpht.com/abc', false],
    ['javascript:alert(1)', false],
    ['data:image/svg+xml,<svg/>', false],
    ['https://yt3.ggpht.com/a"onerror="x', true],
    ['https://yt3.ggpht.com/a b', false],
    ['/thumbnails/demo/../../etc/passwd', false],
  ])('%s', (text, isTaken) => expect(parseThumbnail(text)).toBe(isTaken ? text : null))
})

describe('contacts', () => {
  const cells = {
    addresses: 'a@shop.example',
    source: 'website',
    sourceUrl: 'https://shop.example/about',
    firstSeenAt: null,
    lastSeenAt: 5,
  }

  it('have addresses, source and dates', () => {
    expect(
      parseContacts({ ...cells, addresses: 'Anna <A@Shop.example>; mailto:b@shop.example?subject=x, junk@' }),
    ).toEqual({
      addresses: ['a@shop.example', 'b@shop.example'],
      sourceKind: 'website',
      sourceUrl: 'https://shop.example/about',
      firstSeenAt: 5,
      lastSeenAt: 5,
    })
    expect(parseContacts({ ...cells, sourceUrl: '', source: 'https://shop.example/' })).toMatchObject({
      sourceKind: 'import',
      sourceUrl: 'https://shop.example/',
    })
    expect(parseContacts({ ...cells, firstSeenAt: 9 })).toMatchObject({ firstSeenAt: 5, lastSeenAt: 5 })
  })

  it('never have an address inside the URL of their source', () => {
    expect(
      parseContacts({ ...cells, sourceUrl: 'https://shop.example/?mail=other@shop.example' }),
    ).toMatchObject({ sourceUrl: '' })
    expect(parseContacts({ ...cells, sourceUrl: 'https://www.youtube.com/@one/about' })).toMatchObject({
      sourceUrl: 'https://www.youtube.com/@one/about',
    })
  })

  it('are refused with what is missing', () => {
    expect(parseContacts({ ...cells, addresses: 'NULL' })).toBeNull()
    expect(parseContacts({ ...cells, addresses: 'name at shop.example' })).toBe(
      'contact address not understood',
    )
    expect(parseContacts({ ...cells, source: '', sourceUrl: 'javascript:alert(1)' })).toBe(
      'contact without source',
    )
    expect(parseContacts({ ...cells, lastSeenAt: null })).toBe('contact without date')
  })
})
