import { audienceBits, contentTypeBits } from '#shared/rules/filters.ts'
import { anyCodePoint, fc } from '#test/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { dateInFileName, parseCount, parseCountIn, parseInstant } from './values.ts'
import { parseAudiences, parseContentTypes, parseCountry, parseLanguage } from './words.ts'
import { isMangled, isNoName, isUnknown } from '#server/features/catalogue/clean-text.ts'
import { cleanText } from '#shared/rules/clean-text.ts'

const NOW = Date.UTC(2026, 10, 21)

describe('counts', () => {
  it.each([
    ['1234', 1234],
    ['0', 0],
    ['1,234', 1234],
    ['1.234', 1234],
    ['1 234', 1234],
    ['1 234 567', 1_234_567],
    ['1\u202f234\u202f567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1,234,567.0', 1_234_567],
    ['1.234.567,0', 1_234_567],
    ["1'234'567", 1_234_567],
    ['1234.0', 1234],
    ['1234.5', 1_235],
    ['2.28E+11', 228_000_000_000],
    ['2,28E+11', 228_000_000_000],
    ['1e6', 1_000_000],
    ['12.3M', 12_300_000],
    ['1.234M', 1_234_000],
    ['5K', 5_000],
    ['12.3K+', 12_300],
    ['~5k', 5_000],
    ['> 100', 100],
    ['1_000', 1_000],
    ['1_234_567', 1_234_567],
    ['5 thousand', 5_000],
    ['1.2 million', 1_200_000],
    ['3 Billion', 3_000_000_000],
    ['12 тысяч', 12_000],
    ['2 миллиона', 2_000_000],
    ['2,5 milhões', 2_500_000],
    ['20 lakhs', 2_000_000],
    ['1,2 млн', 1_200_000],
    ['12 тыс.', 12_000],
    ['3 mil', 3_000],
    ['1,5 Mio.', 1_500_000],
    ['2 crore', 20_000_000],
    ['3.4万', 34_000],
    ['1.2億', 120_000_000],
    [' 42 ', 42],
    ["'1200", 1_200],
    ['12,34,567', 1_234_567],
    ['２５０', 250],
    ['١٬٢٣٤', 1_234],
    ['1.2M subscribers', 1_200_000],
    ['161 тыс. подписчиков', 161_000],
    ['1 234 567 просмотров', 1_234_567],
    ['1,2 млн підписників', 1_200_000],
    ['1,2 Mio. Abonnenten', 1_200_000],
    ['12.345 Aufrufe', 12_345],
    ["1,2 M d'abonnés", 1_200_000],
    ['2,3 Md de vues', 2_300_000_000],
    ['1,2 M de suscriptores', 1_200_000],
    ['3,4 mil inscritos', 3_400],
    ['12,5 mila iscritti', 12_500],
    ['12,3 tys. subskrybentów', 12_300],
    ['1,2 mil. odběratelů', 1_200_000],
    ['12,3 B abone', 12_300],
    ['1,2 Mn görüntülenme', 1_200_000],
    ['登録者数 12.3万人', 123_000],
    ['1.5億回視聴', 150_000_000],
    ['12.3万位订阅者', 123_000],
    ['구독자 12.3만명', 123_000],
    ['1,2 jt subscriber', 1_200_000],
    ['1.2 مليون مشترك', 1_200_000],
    ['1.2 लाख सब्सक्राइबर', 120_000],
    ['Subscribers: 12K', 12_000],
    ['Подписчики — 12,3 тыс.', 12_300],
    ['12 тыс. чел.', 12_000],
    ['2.5mil subscribers', 2_500_000],
    ['1,2 Mio Abos', 1_200_000],
    ['觀看次數：1.2億次', 120_000_000],
    ['粉丝数：12.3w', 123_000],
    ['12만 3천', 123_000],
    ['1億2345万', 123_450_000],
    ['2 млн 300 тыс.', 2_300_000],
    ['4.5L', 450_000],
    ['123 مشتركًا', 123],
    ['12,3 N người đăng ký', 12_300],
    ['12,3 tn prenumeranter', 12_300],
    ['1,2 mil. abonați', 1_200_000],
    ['12,3 E feliratkozó', 12_300],
    ['1,2 εκ. συνδρομητές', 1_200_000],
    ['ผู้ติดตาม 1.23 แสน คน', 123_000],
    ['12.3K מנויים', 12_300],
    ['nearly 2M', 2_000_000],
  ])('%s is %d', (cell, count) => expect(parseCount(cell)).toBe(count))

  it.each([
    '',
    ' ',
    'NULL',
    'null',
    'NA',
    'N/A',
    'nan',
    'NaN',
    '-',
    '-- ',
    '—',
    '…',
    'hidden',
    'Hidden',
    'unknown',
    'скрыто',
    'нет данных',
    '非公開',
    '#VALUE!',
    '#N/A',
  ])('%j is unknown', (cell) => expect(parseCount(cell)).toBeNull())

  it.each([
    '-5',
    'abc',
    '12abc',
    '1.2.3',
    '1,23,4',
    '1,2,3',
    '0x10',
    '1e400',
    '99999999999999999999',
    '12 parsecs',
    '1_2',
    '1_234,567_890',
    '1,234,56',
    '12 hours ago',
    '10K-50K',
    '1.2M subscribers and 3 videos',
    '1;2',
    '1,23',
    '12.5',
    '2.5mil',
    '12,3 tn',
    '12K12',
    '300 тыс. 2 млн',
    '1,5 млн 300 тыс.',
  ])('%j cannot be understood', (cell) => expect(parseCount(cell)).toBeUndefined())

  it.each([
    ['478', 'millions', 478_000_000],
    ['1,5', 'млн', 1_500_000],
    ['161', 'тыс', 161_000],
    ['161K', 'K', 161_000],
    ['1,234', 'тыс', undefined],
    ['скрыто', 'тыс', null],
    ['161', '', 161],
    ['1,234,567', 'шт', 1_234_567],
  ])('%s in %s is %s', (cell, unit, expected) => expect(parseCountIn(unit, cell)).toBe(expected))

  it('of any text are whole and not negative, or unknown', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCodePoint }), fc.stringMatching(/^[\d.,eEkM ]{1,30}$/)),
        (cell) => {
          const count = parseCount(cell)
          expect(count == null || (Number.isSafeInteger(count) && count >= 0)).toBe(true)
        },
      ),
    )
  })

  it('are read as locales group them', () => {
    const locales = fc.constantFrom('en', 'ru', 'de', 'fr', 'pt-BR', 'de-CH', 'ja')
    fc.assert(
      fc.property(fc.nat(2_000_000_000), locales, (count, locale) => {
        expect(parseCount(count.toLocaleString(locale))).toBe(count)
      }),
    )
  })
})

describe('dates', () => {
  it.each([
    ['2026-08-23', '2026-08-23T00:00:00.000Z'],
    ['2026-08-23T10:20:30.000Z', '2026-08-23T10:20:30.000Z'],
    ['2026-08-23T10:20:30+03:00', '2026-08-23T07:20:30.000Z'],
    ['2026-08-23 10:20:30.123456 UTC', '2026-08-23T10:20:30.000Z'],
    ['2026-08-23T10:20:30+0300', '2026-08-23T07:20:30.000Z'],
    ['2026-08-23 10:20:30,5 -0330', '2026-08-23T13:50:30.000Z'],
    ['2026-08-23 10:20', '2026-08-23T10:20:00.000Z'],
    ['2026-08-23 9:05 GMT', '2026-08-23T09:05:00.000Z'],
    ['23.08.2026', '2026-08-23T00:00:00.000Z'],
    ['3.4.2026', '2026-04-03T00:00:00.000Z'],
    ['23.08.2026 10:20', '2026-08-23T10:20:00.000Z'],
    ['23.08.2026, 10:20', '2026-08-23T10:20:00.000Z'],
    ['23/08/2026', '2026-08-23T00:00:00.000Z'],
    ['13-1-2026 9:05:07', '2026-01-13T09:05:07.000Z'],
    ['2026-08', '2026-08-01T00:00:00.000Z'],
    ['2026/8/3', '2026-08-03T00:00:00.000Z'],
    ['2026.08.23', '2026-08-23T00:00:00.000Z'],
    ['20260823', '2026-08-23T00:00:00.000Z'],
    ['23.08.26', '2026-08-23T00:00:00.000Z'],
    ['23.08.2026 г.', '2026-08-23T00:00:00.000Z'],
    ['2026. 8. 23.', '2026-08-23T00:00:00.000Z'],
    ['08/23/2026', '2026-08-23T00:00:00.000Z'],
    ['05/05/2026', '2026-05-05T00:00:00.000Z'],
    ['8/23/2026 3:45 PM', '2026-08-23T15:45:00.000Z'],
    ['Aug 23, 2026', '2026-08-23T00:00:00.000Z'],
    ['August 23rd, 2026', '2026-08-23T00:00:00.000Z'],
    ['23-Aug-26', '2026-08-23T00:00:00.000Z'],
    ['23 августа 2026 г.', '2026-08-23T00:00:00.000Z'],
    ['23 авг. 2026, 10:20 МСК', '2026-08-23T07:20:00.000Z'],
    ['23 серпня 2026 р.', '2026-08-23T00:00:00.000Z'],
    ['23. August 2026', '2026-08-23T00:00:00.000Z'],
    ['1er août 2026', '2026-08-01T00:00:00.000Z'],
    ['23 de agosto de 2026', '2026-08-23T00:00:00.000Z'],
    ['23 sierpnia 2026', '2026-08-23T00:00:00.000Z'],
    ['23 Ağustos 2026', '2026-08-23T00:00:00.000Z'],
    ['2026年8月23日 10:20', '2026-08-23T10:20:00.000Z'],
    ['2026년 8월 23일', '2026-08-23T00:00:00.000Z'],
    ['Sun, 23 Aug 2026 10:20:30 GMT', '2026-08-23T10:20:30.000Z'],
    ['Sun Aug 23 2026 10:20:30 GMT+0300 (Moscow Standard Time)', '2026-08-23T07:20:30.000Z'],
    ['Sun Aug 23 10:20:30 2026', '2026-08-23T10:20:30.000Z'],
    ['1787480430', '2026-08-23T10:20:30.000Z'],
    ['1787480430123', '2026-08-23T10:20:30.000Z'],
    ['ноябрь 2025', '2025-11-01T00:00:00.000Z'],
    ['1 ноя 2026', '2026-11-01T00:00:00.000Z'],
    ['15-фев-26', '2026-02-15T00:00:00.000Z'],
    ["Nov '26", '2026-11-01T00:00:00.000Z'],
    ['на 01.11.2026', '2026-11-01T00:00:00.000Z'],
    ['01. November 2026, 10:20 Uhr', '2026-11-01T10:20:00.000Z'],
    ['1 novembre 2026 à 10h20', '2026-11-01T10:20:00.000Z'],
    ['1 listopada 2026 r.', '2026-11-01T00:00:00.000Z'],
    ['2026年11月1日（日）', '2026-11-01T00:00:00.000Z'],
    ['2026년 11월 1일 일요일', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01 10:20:30 +0000 UTC', '2026-11-01T10:20:30.000Z'],
    ['20261101T102030Z', '2026-11-01T10:20:30.000Z'],
    ['2026-W44-7', '2026-11-01T00:00:00.000Z'],
    ['2026-305', '2026-11-01T00:00:00.000Z'],
    ['46327', '2026-11-01T00:00:00.000Z'],
    ['46327,5', '2026-11-01T12:00:00.000Z'],
    ['1787480430.5', '2026-08-23T10:20:30.000Z'],
    ['2026‑11–01', '2026-11-01T00:00:00.000Z'],
    ["'2026-11-01", '2026-11-01T00:00:00.000Z'],
    ['08.2026', '2026-08-01T00:00:00.000Z'],
    ['2026', '2026-01-01T00:00:00.000Z'],
  ])('%s is %s', (cell, iso) =>
    expect(new Date(parseInstant(cell, NOW) ?? Number.NaN).toISOString()).toBe(iso),
  )

  it.each(['', 'NA', 'nan', '--'])('%j is unknown', (cell) => expect(parseInstant(cell, NOW)).toBeNull())

  it.each([
    '03/04/2026',
    '12-11-2025',
    '31/02/2026',
    '32/01/2026',
    '23/08-2026',
    '23.08.2026,',
    '2026-08-23 10:20:30 +03000',
    '2 days ago',
    '31 ноября 2025',
    'May be 2026',
    '46377',
    '38000',
    '2026-W54',
    '2026-367',
    '1 jui 2026',
    '2026-02-30',
    '2026-13-01',
    '2024-13-02',
    '2025-00-02',
    '2027-01-01',
    '1999-12-31',
    '1970-01-01',
    'soon',
    '2026-08-23T25:00:00.000Z',
    '0000-00-00',
  ])('%j cannot be understood', (cell) => expect(parseInstant(cell, NOW)).toBeUndefined())

  it.each([
    ['channels_2026-08-23.csv', '2026-08-23'],
    ['channels_20260823.csv', '2026-08-23'],
    ['daily_2026-06_2026-08.csv.gz', '2026-08-01'],
    ['trending_2024_2026.csv', '2026-01-01'],
    ['stats_2023.csv', '2023-01-01'],
  ])('are read from the file name %s', (name, day) => expect(dateInFileName(name, NOW)).toBe(Date.parse(day)))

  it.each(['top5000.csv', 'channels.csv', 'v12024x.csv', 'plan_2031.csv'])('are not read from %s', (name) =>
    expect(dateInFileName(name, NOW)).toBeNull(),
  )
})

describe('countries', () => {
  it.each([
    ['RU', 'RU'], ['ru', 'RU'], ['Russia', 'RU'], ['Россия', 'RU'], ['Российская Федерация', 'RU'], ['NA', 'NA'], ['Samoa', 'WS'],
    ['United States', 'US'], ['USA', 'US'], ['U.S.', 'US'], ['США', 'US'], ['UK', 'GB'], ['United Kingdom', 'GB'], ['South Korea', 'KR'], ['Южная Корея', 'KR'],
    ['Türkiye', 'TR'], ['Turkey', 'TR'], ['Bosnia and Herzegovina', 'BA'], ['Trinidad & Tobago', 'TT'], ["Côte d'Ivoire", 'CI'], ['Viet Nam', 'VN'],
    ['The Netherlands', 'NL'], ['Czech Republic', 'CZ'], ['Vietnam', 'VN'], ['Hong Kong', 'HK'],
    ['Iran, Islamic Republic of', 'IR'], ['Moldova, Republic of', 'MD'], ["Korea, Democratic People's Republic of", 'KP'], ['Korea, Republic of', 'KR'],
    ['Congo, Democratic Republic of the', 'CD'], ['The former Yugoslav Republic of Macedonia', 'MK'], ['Северная Корея', 'KP'],
    ['Russland', 'RU'], ['Estados Unidos', 'US'], ['アメリカ合衆国', 'US'], ['美国', 'US'], ['대한민국', 'KR'], ['Deutschland', 'DE'], ['Brasil', 'BR'], ['台灣', 'TW'],
    ['RUS', 'RU'], ['DEU', 'DE'], ['EUA', 'US'], ['한국', 'KR'],
  ])('%s is %s', (cell, code) => expect(parseCountry(cell)).toBe(code)) // biome-ignore format: pairs

  it.each(['', 'nan', 'UNKNOWN', 'Worldwide', '-'])('%j is unknown', (cell) =>
    expect(parseCountry(cell)).toBeNull(),
  )
  it.each([
    ['Berlin, Germany', 'DE'], ['Москва, Россия', 'RU'], ['Россия / Москва', 'RU'], ['Germany (Berlin)', 'DE'], ['Paris, FR', 'FR'],
    ['Los Angeles, CA, USA', 'US'], ['Atlanta, Georgia, USA', 'US'], ['Tbilisi, Georgia', 'GE'], ['🇷🇺', 'RU'], ['🇩🇪 Berlin', 'DE'],
  ])('%s is in %s', (cell, code) => expect(parseCountry(cell)).toBe(code)) // biome-ignore format: pairs
  it.each(['Neverland', 'QQ', 'Los Angeles, CA', 'Atlanta, Georgia', 'Russia, USA', 'EU.', 'SU'])(
    '%j cannot be understood',
    (cell) => expect(parseCountry(cell)).toBeUndefined(),
  )
})

describe('languages', () => {
  it.each([
    ['ru', 'ru'], ['RU', 'ru'], ['rus', 'ru'], ['Russian', 'ru'], ['русский', 'ru'], ['en-US', 'en'], ['zh_Hant_TW', 'zh'],
    ['Deutsch', 'de'], ['español', 'es'], ['日本語', 'ja'], ['iw', 'he'], ['pt-BR', 'pt'],
    ['English (US)', 'en'], ['Mandarin', 'zh'], ['Filipino', 'tl'], ['tl', 'tl'], ['fil', 'tl'], ['Farsi', 'fa'], ['中文（简体）', 'zh'], ['Русский язык', 'ru'], ['қазақша', 'kk'],
  ])('%s is %s', (cell, code) => expect(parseLanguage(cell)).toBe(code)) // biome-ignore format: pairs

  it.each(['', 'und', 'NULL', 'multi', 'na', 'NA'])('%j is unknown', (cell) =>
    expect(parseLanguage(cell)).toBeNull(),
  )
  it.each(['Klingon', 'qq', '12'])('%j cannot be understood', (cell) =>
    expect(parseLanguage(cell)).toBeUndefined(),
  )
})

describe('content types', () => {
  it.each([
    ['Gaming', ['Gaming']], ['Games', ['Gaming']], ['Film & Animation', ['Animation']], ['People & Blogs', ['Vlogs']], ['People and Blogs', ['Vlogs']],
    ['Howto & Style', ['Beauty', 'Fashion']], ['Science & Technology', ['Tech Reviews']], ['News & Politics', ['News', 'Politics']],
    ['Sports', ['Entertainment']], ['24', ['Entertainment']], ['Люди и блоги', ['Vlogs']], ['Музыка', ['Music']], ['Videojuegos', ['Gaming']],
    ['Action-adventure_game', ['Gaming']], ['Music_of_Asia', ['Music']], ['Lifestyle_(sociology)', ['Vlogs']],
    ['https://en.wikipedia.org/wiki/Hip_hop_music', ['Music']], ['Music, Comedy', ['Comedy', 'Music']], ['Tech Reviews;Education', ['Tech Reviews', 'Education']],
    ['Sysadmin / DevOps / SRE', ['Education', 'Tech Reviews']], ['音楽', ['Music']], ['Muzyka', ['Music']], ['Розваги', ['Entertainment']], ['Ludzie i blogi', ['Vlogs']],
  ] as const)('%s is %j', (cell, types) => expect(parseContentTypes(cell)).toBe(contentTypeBits(types))) // biome-ignore format: pairs

  it.each(['', 'nan', 'Autos & Vehicles', 'Nonprofits & Activism'])('%j has no counterpart', (cell) =>
    expect(parseContentTypes(cell)).toBeNull(),
  )
  it('that are not known cannot be understood', () => expect(parseContentTypes('Zorbing')).toBeUndefined())
})

describe('audiences', () => {
  it.each([
    ['Kids', ['Kids']], ['Teenagers,Youth', ['Teenagers', 'Youth']], ['дети и подростки', ['Kids', 'Teenagers']], ['25-34', ['Adults']], ['65+', ['OlderGen']],
  ] as const)('%s is %j', (cell, audiences) => expect(parseAudiences(cell)).toBe(audienceBits(audiences))) // biome-ignore format: pairs
})

describe('text', () => {
  it.each([
    'Vocï¿½ï¿½ï¿½',
    'Beyoncï¿',
    'ıııııııı ıı',
    'ÐŸÑ€Ð¸Ð²ÐµÑ‚',
    'æ—¥æœ¬èªž',
    'a\ufffdb',
    '?????? TV',
    '??',
    'CafÃ© CrÃ¨me Ã',
  ])('%s is mangled', (name) => expect(isMangled(name)).toBe(true))
  it.each([
    'Oyuncak Avı',
    'Kırgın Çiçekler',
    'Who? What? Why??',
    'Ægir Ðelphi',
    'São João Ñandú',
    'Привет',
    '日本語チャンネル',
    'Beyoncé',
    'Müller ÄÖÜ',
    '🎮',
  ])('%s is not', (name) => expect(isMangled(name)).toBe(false))

  it('loses invisible characters', () => {
    expect(cleanText('  a\u0000\u202eb\n\tc  ')).toBe('a b c')
    expect(cleanText('👨‍👩‍👧 family')).toBe('👨‍👩‍👧 family')
  })

  it('recognises placeholders for names', () => {
    expect(['', 'NULL', 'NaN', '--', '#N/A'].every(isNoName)).toBe(true)
    expect(['\u200b\u200b', '\u3164', '\u2800 \u200e', '\u{e0041}'].every(isNoName)).toBe(true)
    expect(['\u3164keys', '🏳️‍🌈', '..'].some(isNoName)).toBe(false)
    expect(['Unknown', 'Hidden', 'No', '-+-'].some(isNoName)).toBe(false)
    expect(isUnknown('🎮')).toBe(false)
  })
})
