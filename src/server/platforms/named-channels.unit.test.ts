import { describe, expect, it } from 'vitest'
import { parseChannelLink, parseHandle, readNamedChannels } from './named-channels.ts'
import { parseThumbnail } from './pictures.ts'
import { PLATFORMS } from './platforms.ts'

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
    expect(parseChannelLink(text, PLATFORMS)).toEqual({ platform: 'youtube', platformId, handle, url }),
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
    expect(parseChannelLink(text, PLATFORMS)).toEqual({
      platform: null,
      platformId: null,
      handle: null,
      url: null,
    }),
  )
})

describe('addresses that name a channel by its id', () => {
  it.each([
    `https://www.youtube.com/feeds/videos.xml?channel_id=${ID}`,
    `https://www.youtube.com/playlist?list=UU${ID.slice(2)}`,
    `https://www.youtube.com/playlist?list=UULF${ID.slice(2)}`,
    `https://www.youtube.com/embed/live_stream?channel=${ID}`,
    `https://studio.youtube.com/channel/${ID}/videos`,
    `https://www.youtube.com/attribution_link?a=x&u=%2Fchannel%2F${ID}%3Ffeature%3Dshare`,
    `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://youtube.com/channel/${ID}`)}&h=x`,
    `https://consent.youtube.com/m?continue=${encodeURIComponent(`https://www.youtube.com/redirect?q=https://www.youtube.com/channel/${ID}`)}`,
    `https://web.archive.org/web/2020*/https://www.youtube.com/channel/${ID}`,
    `https://socialblade.com/youtube/channel/${ID}/monthly`,
    `https://hypeauditor.com/youtube/some-name-${ID}/`,
    `https://yewtu.be/channel/${ID}`,
    `https://akshatmittal.com/youtube-realtime/#!/${ID}`,
    `https://www.youtube.com/@${ID}`,
    `https://www.youtube.com/channel/${ID}%20`,
    `vnd.youtube://www.youtube.com/channel/${ID}`,
    `//www.youtube.com/channel/${ID}`,
    `/channel/${ID}`,
    `http://https://www.youtube.com/channel/${ID}`,
    `https//www.youtube.com/channel/${ID}`,
    `https://www.youtube.com/https://www.youtube.com/channel/${ID}`,
  ])('%s', (text) =>
    expect(parseChannelLink(text, PLATFORMS)).toMatchObject({ platformId: ID, handle: null }),
  )

  it.each([
    ['https://socialblade.com/youtube/handle/some.one', 'some.one'],
    ['https://www.viewstats.com/@Some.One/channelytics', 'some.one'],
    ['https://www.youtube.com/c/@some.one', 'some.one'],
    ['https://vk.com/away.php?to=https%3A%2F%2Fwww.youtube.com%2F%40some.one', 'some.one'],
  ])('or by its handle: %s', (text, handle) =>
    expect(parseChannelLink(text, PLATFORMS)).toMatchObject({ handle }),
  )

  it.each([
    ['https://www.youtube.com/feeds/videos.xml?user=OldName', 'user/OldName'],
    ['http://gdata.youtube.com/feeds/api/users/OldName/uploads', 'user/OldName'],
    ['https://socialblade.com/youtube/c/oldname', 'c/oldname'],
    ['https://www.youtube.de/user/OldName', 'user/OldName'],
  ])('or by a name: %s', (text, path) =>
    expect(parseChannelLink(text, PLATFORMS).url).toBe(`https://www.youtube.com/${path}`),
  )
})

describe('channels named in a text', () => {
  const PAGE = 'https://www.youtube.com/@some.one'
  it.each([
    [`1. ${PAGE}`, ''],
    [`12) ${PAGE}`, ''],
    [`• ${PAGE}`, ''],
    [`- [x] ${PAGE}`, 'x'],
    [`Anna Cooks, ${PAGE}`, 'Anna Cooks'],
    [`1. Anna Cooks — ${PAGE} (120k)`, 'Anna Cooks'],
    [`${PAGE} (120k)`, ''],
    [`[Anna Cooks](${PAGE})`, 'Anna Cooks'],
    [`=HYPERLINK("${PAGE}";"Anna Cooks")`, 'Anna Cooks'],
    [`«${PAGE}».`, ''],
    [`„@some.one“`, ''],
    [`'@some.one',`, ''],
    ['Канал: @some.one', ''],
    ['Anna Cooks (@some.one)', 'Anna Cooks'],
    ['＠some.one', ''],
    ['\u200b@some.one\ufeff', ''],
    ['**@some.one**', ''],
    [PAGE.replaceAll('/', '\\/'), ''],
  ])('%j', (text, beside) => {
    const { links, ...rest } = readNamedChannels(text, PLATFORMS)
    expect(links).toEqual([expect.objectContaining({ platformId: null, handle: 'some.one', url: PAGE })])
    expect(rest).toEqual({ beside, isCertain: true })
  })

  it('are all of them', () => {
    const { links } = readNamedChannels(`@some.one | ${ID}, youtube.com/c/Old`, PLATFORMS)
    expect(links.map(({ platformId, handle, url }) => platformId ?? handle ?? url)).toEqual([
      'some.one',
      ID,
      'https://www.youtube.com/c/Old',
    ])
  })

  it('are uncertain among words, and none without a handle, id or address', () => {
    expect(readNamedChannels('cats @home', PLATFORMS)).toMatchObject({
      beside: 'cats @home',
      isCertain: false,
    })
    for (const text of [
      'anna@studio.example',
      'AC/DC',
      'Rock @ Night',
      'https://evil.example/@one',
      '@@@',
      '',
    ])
      expect(readNamedChannels(text, PLATFORMS).links).toEqual([])
  })
})

describe('handles', () => {
  it.each([
    ['@Mr_Beast', false, 'mr_beast'],
    ['/@one.two', false, 'one.two'],
    ['partizanmedia', true, 'partizanmedia'],
    ['partizanmedia', false, null],
    ['https://www.youtube.com/@abc', true, null],
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
  ])('%s', (text, isTaken) => expect(parseThumbnail(text, PLATFORMS)).toBe(isTaken ? text : null))
})
