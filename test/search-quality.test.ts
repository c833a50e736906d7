import { beforeAll, describe, expect, test } from 'vitest'
import { addChannels, namesFound } from '#test/support/catalogue-world.ts'
import { useTestApp } from '#test/support/test-app.ts'

// Names typical of video platforms, with rivals for each kind of mistake, among a crowd of others.
const NAMES = [
  'MrBeast', 'MrBeast Gaming', 'Mr. Bean', 'Beast Reacts', 'PewDiePie', 'Pie Kitchen', 'T-Series', 'Linus Tech Tips',
  'LinusTechTips Shorts', 'Marques Brownlee', 'Minecraft Academy', 'Mine Craft Daily', 'Tom & Jerry', 'Tom and Friends',
  'R&B Classics', 'C++ Уроки', 'H2O Delirious', 'Top 10 Facts', 'Top10Gamer', 'Channel 2024', "Rock'n'Roll Garage",
  'Café Ñandú', 'Straße der Lieder', 'Łódź od kuchni', 'İstanbul Günlüğü', '𝓑𝓮𝓪𝓾𝓽𝔂 Secrets', 'ＦＵＬＬＷＩＤＴＨ', 'ᴍᴜsɪᴄ ʙᴏx',
  'Маша и Медведь', 'Ёжик в тумане', 'Зелёная кухня', 'Йога для начинающих', 'Канал Рыбалка', 'Рыбалка на Волге',
  'Приколы 2024', 'Вечерний Ургант', 'СSКА Москва', 'Україна сьогодні', 'Подъезд №5', 'Дом-2 Новости',
  'ゲーム実況チャンネル', '東京グルメ', '料理の基本', '游戏频道', '美食作家王刚', '한국어 공부', 'K-POP 채널', '音',
  '🔥', '🔥 Hot Takes', 'Lofi 🎵 Beats', '👨‍👩‍👧 Family Fun', '🇷🇺 Новости', '❤️', '★ Star ★', '...', '???',
  'हिन्दी समाचार', 'قناة الأخبار', 'ערוץ הילדים', 'ข่าววันนี้', 'Veritasium', 'Kurzgesagt – In a Nutshell',
  'National Geographic', '5-Minute Crafts', 'Cocomelon', 'Dude Perfect', 'Vsauce', 'SmarterEveryDay', 'TheOdd1sOut',
] // biome-ignore format: a list

const LATIN =
  'garden travel daily studio cooking sports family history science animals movie guitar piano nature'.split(
    ' ',
  )
const CYRILLIC = 'сад дача кухня спорт семья история наука звери кино гитара природа ремонт охота шоу'.split(
  ' ',
)

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })
beforeAll(async () => {
  const crowd = Array.from({ length: 1_500 }, (_, index) => {
    const words = index % 2 === 0 ? LATIN : CYRILLIC
    const at = (step: number) => words[Math.floor(index / step) % words.length]!
    return {
      name: `${at(2)} ${at(28)} ${at(392)}${index % 5 === 0 ? ` ${index}` : ''}`,
      subscribers: index * 1_000,
    }
  })
  await addChannels(testApp.app, [
    ...NAMES.map((name, index) => ({ name, subscribers: 5_000 + index })),
    ...crowd,
  ])
})

/** [the typed text, the name that must be the first result] */
const FIRST: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'the whole name': NAMES.map((name) => [name, name] as const),
  'another case': [
    ['mrbeast', 'MrBeast'], ['VERITASIUM', 'Veritasium'], ['маша И МЕДВЕДЬ', 'Маша и Медведь'], ['istanbul günlüğü', 'İstanbul Günlüğü'],
  ],
  'marks, widths and forms': [
    ['cafe nandu', 'Café Ñandú'], ['strasse der lieder', 'Straße der Lieder'], ['lodz od kuchni', 'Łódź od kuchni'],
    ['beauty secrets', '𝓑𝓮𝓪𝓾𝓽𝔂 Secrets'], ['fullwidth', 'ＦＵＬＬＷＩＤＴＨ'], ['music box', 'ᴍᴜsɪᴄ ʙᴏx'], ['ｍｒｂｅａｓｔ', 'MrBeast'],
  ],
  'ё as е, and й': [
    ['ежик в тумане', 'Ёжик в тумане'], ['зеленая кухня', 'Зелёная кухня'], ['зелёная', 'Зелёная кухня'], ['йога', 'Йога для начинающих'],
  ],
  'joined and divided words': [
    ['mr beast', 'MrBeast'], ['mr. beast gaming', 'MrBeast Gaming'], ['pew die pie', 'PewDiePie'], ['tseries', 'T-Series'], ['t series', 'T-Series'],
    ['linustechtips', 'Linus Tech Tips'], ['linus tech tips shorts', 'LinusTechTips Shorts'], ['minecraft daily', 'Mine Craft Daily'],
    ['top10 facts', 'Top 10 Facts'], ['top 10 gamer', 'Top10Gamer'], ['dude-perfect', 'Dude Perfect'], ['smarter every day', 'SmarterEveryDay'],
    ['the odd 1s out', 'TheOdd1sOut'], ['рыбалканаволге', 'Рыбалка на Волге'],
  ],
  'ampersands, signs and apostrophes': [
    ['tom and jerry', 'Tom & Jerry'], ['tom&jerry', 'Tom & Jerry'], ['маша & медведь', 'Маша и Медведь'], ['r&b', 'R&B Classics'],
    ['r and b classics', 'R&B Classics'], ['c++', 'C++ Уроки'], ['rocknroll garage', "Rock'n'Roll Garage"], ['rock’n’roll', "Rock'n'Roll Garage"],
    ['kurzgesagt in a nutshell', 'Kurzgesagt – In a Nutshell'], ['5 minute crafts', '5-Minute Crafts'],
  ],
  'look-alike letters of another alphabet': [['сska москва', 'СSКА Москва'], ['МrВeast', 'MrBeast'], ['tоm аnd jеrry', 'Tom & Jerry']],
  'beginnings': [
    ['verit', 'Veritasium'], ['kurz', 'Kurzgesagt – In a Nutshell'], ['маша и м', 'Маша и Медведь'], ['national geo', 'National Geographic'],
    ['ゲーム', 'ゲーム実況チャンネル'], ['美食', '美食作家王刚'], ['h2', 'H2O Delirious'], ['украї', 'Україна сьогодні'],
  ],
  'words from the middle, in any order': [
    ['brownlee', 'Marques Brownlee'], ['brownlee marques', 'Marques Brownlee'], ['jerry tom', 'Tom & Jerry'], ['медведь маша', 'Маша и Медведь'],
    ['ургант', 'Вечерний Ургант'], ['nutshell kurzgesagt', 'Kurzgesagt – In a Nutshell'], ['волге рыбалка', 'Рыбалка на Волге'],
    ['gaming beast', 'MrBeast Gaming'], ['shorts linustechtips', 'LinusTechTips Shorts'], ['facts top', 'Top 10 Facts'], ['academy mine', 'Minecraft Academy'],
  ],
  'Chinese, Japanese, Korean': [
    ['実況', 'ゲーム実況チャンネル'], ['グルメ', '東京グルメ'], ['频道', '游戏频道'], ['王刚', '美食作家王刚'], ['공부', '한국어 공부'],
    ['音', '音'], ['基本', '料理の基本'], ['刚', '美食作家王刚'], ['チャンネル ゲーム', 'ゲーム実況チャンネル'],
  ],
  'emoji and symbols': [
    ['🔥', '🔥'], ['🔥 hot', '🔥 Hot Takes'], ['🎵', 'Lofi 🎵 Beats'], ['👨‍👩‍👧', '👨‍👩‍👧 Family Fun'], ['👧', '👨‍👩‍👧 Family Fun'], ['🇷🇺', '🇷🇺 Новости'],
    ['❤', '❤️'], ['★', '★ Star ★'], ['hot takes 🔥', '🔥 Hot Takes'],
  ],
  'other scripts': [
    ['समाचार', 'हिन्दी समाचार'], ['الأخبار', 'قناة الأخبار'], ['הילדים', 'ערוץ הילדים'], ['วันนี้', 'ข่าววันนี้'],
  ],
} // biome-ignore format: a table

/** A slip of every kind, with the name that must be among the first five. */
const SLIPS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'a letter missing': [
    ['veritsium', 'Veritasium'], ['brownle', 'Marques Brownlee'], ['kurzgesat', 'Kurzgesagt – In a Nutshell'], ['медвдь', 'Маша и Медведь'], ['pewdipie', 'PewDiePie'],
  ],
  'a letter too many': [
    ['veriitasium', 'Veritasium'], ['coccomelon', 'Cocomelon'], ['медвведь', 'Маша и Медведь'], ['mrbeastt', 'MrBeast'], ['туманне ежик', 'Ёжик в тумане'],
  ],
  'a wrong letter': [
    ['verytasium', 'Veritasium'], ['cocomelan', 'Cocomelon'], ['вичерний ургант', 'Вечерний Ургант'], ['marquez brownlee', 'Marques Brownlee'], ['mrbeest', 'MrBeast'],
  ],
  'two letters swapped': [
    ['vertiasium', 'Veritasium'], ['vsaucce', 'Vsauce'], ['mrbeats', 'MrBeast'], ['ургнат', 'Вечерний Ургант'], ['dude prefect', 'Dude Perfect'],
  ],
  'in the first letter': [
    ['feritasium', 'Veritasium'], ['eritasium', 'Veritasium'], ['evritasium', 'Veritasium'], ['xcocomelon', 'Cocomelon'], ['рургант', 'Вечерний Ургант'], ['nrbeast', 'MrBeast'],
  ],
  'in one of several words': [
    ['linus tehc tips', 'Linus Tech Tips'], ['natoinal geographic', 'National Geographic'], ['маша и медвед', 'Маша и Медведь'], ['рыбалка на волгн', 'Рыбалка на Волге'],
    ['tom and jery', 'Tom & Jerry'], ['йога для начинающх', 'Йога для начинающих'],
  ],
  'in two of several words': [['natonal geograpfic', 'National Geographic'], ['марша медветь', 'Маша и Медведь']],
  'with a word that no name has': [['veritasium qqwwzz', 'Veritasium'], ['qqwwzz brownlee', 'Marques Brownlee']],
  'ё and a slip': [['зелоная кухня', 'Зелёная кухня'], ['ежек в тумане', 'Ёжик в тумане']],
} // biome-ignore format: a table

describe.each(Object.entries(FIRST))('%s', (_, cases) => {
  test.each(cases)('%j finds %j first', async (typed, name) => {
    expect((await namesFound(testApp.client(), typed))[0]).toBe(name)
  })
})

describe.each(Object.entries(SLIPS))('%s', (_, cases) => {
  test.each(cases)('%j finds %j', async (typed, name) => {
    expect((await namesFound(testApp.client(), typed)).slice(0, 5)).toContain(name)
  })
})

test('a text unlike any name finds nothing', async () => {
  for (const typed of ['qwxzvjkpt', 'ъъыьщцх', '鑫龘', '🦠'])
    expect(await namesFound(testApp.client(), typed)).toEqual([])
})
