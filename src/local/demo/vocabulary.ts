import { type Dice, diceFor } from './dice.ts'

/**
 * Names for catalogues of millions: 62 % Latin, 27 % Cyrillic and 11 % East Asian, 8 % with an emoji, from a vocabulary of
 * 100,000 words with a Zipf distribution. They read like nonsense; only their distribution matters.
 */
export interface Vocabulary {
  name(dice: Dice): string
}

const COMMON_LATIN =
  'gaming music tv official vlog kids cooking travel news sport tech channel the and show daily life world best fun studio games video movie film live art dance fitness beauty fashion food review reviews school education science history nature animals car cars auto moto diy craft home family comedy funny memes podcast radio rock pop jazz hiphop beats lofi piano guitar anime minecraft roblox fortnite pubg pro king queen master academy club zone hub lab media group star girl boy dad mom baby little big super mega real my your our mr dr el la los las de del canal oficial da do com para musica juegos noticias cocina'
const COMMON_CYRILLIC =
  'канал музыка игры новости тв официальный влог дети кухня рецепты путешествия спорт техника обзор обзоры мир жизнь дом семья школа наука история природа животные авто мото мультики сказки песни для и на в с не все про мой моя наш русский россия украина казахстан москва блог шоу кино фильмы юмор приколы рыбалка охота дача сад огород ремонт своими руками красота мода здоровье фитнес танцы студия'
const COMMON_EAST_ASIAN =
  '游戏 频道 音乐 新闻 美食 旅行 电影 动画 官方 生活 科技 体育 娱乐 中国 世界 チャンネル ゲーム 音楽 料理 旅行 アニメ 実況 公式 日本 東京 게임 음악 뉴스 요리 여행 채널 한국'
const LATIN_SYLLABLES =
  'ba be bi bo bu ca ce co da de di do du fa fe fi fo ga ge go ha he hi ho ja jo ka ke ki ko la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we wi ya yo za ze zi zo an en in on ar er or al el il st tr br kr shi cha tho ñi ção é ü ö'
const CYRILLIC_SYLLABLES =
  'ба бе би бо бу ва ве ви во га го да де ди до ду жа жи за зе зи ка ки ко ку ла ле ли ло лу ма ме ми мо му на не ни но ну па пе пи по ра ре ри ро ру са се си со су та те ти то ту фа хо ца че чи ша ши ёв ов ев ин ий ан ен ор ер ал ел ст тр'
const EMOJI = '🎮 🎵 🔥 ❤️ ⭐ 🎬 😂 👑 🚗 🍕 🐱 🌍'.split(' ')

/** The index of the vocabulary's dice, which no channel has. */
const VOCABULARY_INDEX = 2 ** 40

/** Makes the vocabulary of a seed in about a tenth of a second. */
export function makeVocabulary(seed: number): Vocabulary {
  const dice = diceFor(seed, VOCABULARY_INDEX)
  const latin = alphabet(dice, COMMON_LATIN, LATIN_SYLLABLES, 60_000)
  const cyrillic = alphabet(dice, COMMON_CYRILLIC, CYRILLIC_SYLLABLES, 30_000)
  const commonEastAsian = COMMON_EAST_ASIAN.split(' ')
  const eastAsian = Array.from({ length: 15_000 }, () => hanWord(dice))

  function eastAsianWord(d: Dice): string {
    const kind = d.next()
    if (kind < 0.4) return commonEastAsian[d.zipf(commonEastAsian.length)] as string
    if (kind < 0.85) return eastAsian[d.zipf(eastAsian.length)] as string
    return String.fromCharCode(...Array.from({ length: 4 }, () => 0x30a1 + d.below(80)))
  }

  return {
    name(d) {
      const script = d.next()
      const size = d.next()
      const count = size < 0.22 ? 1 : size < 0.67 ? 2 : size < 0.9 ? 3 : 4
      const word = script < 0.62 ? latin : script < 0.89 ? cyrillic : eastAsianWord
      const words = Array.from({ length: count }, () => word(d))
      const isEastAsian = word === eastAsianWord
      let name = isEastAsian
        ? words.join(d.chance(0.3) ? ' ' : '')
        : words.map((each) => (d.chance(0.75) ? capital(each) : each)).join(' ')
      if (d.chance(0.07)) name += ` ${d.chance(0.5) ? d.below(100) : 1950 + d.below(75)}`
      if (d.chance(0.05) && word !== latin) name += ` ${capital(latin(d))}`
      if (d.chance(0.08)) name += ` ${d.pick(EMOJI)}`
      return name
    },
  }
}

/** Returns a function that draws words: 30 % common ones, 48 % from a fixed vocabulary, the rest newly invented. */
function alphabet(dice: Dice, common: string, syllables: string, size: number): (dice: Dice) => string {
  const commonWords = common.split(' ')
  const parts = syllables.split(' ')
  const made = new Set<string>()
  while (made.size < size) made.add(syllableWord(dice, parts, 2, 4))
  const words = [...made]
  return (d) => {
    const kind = d.next()
    if (kind < 0.3) return commonWords[d.zipf(commonWords.length)] as string
    if (kind < 0.78) return words[d.zipf(words.length)] as string
    return syllableWord(d, parts, 3, 5)
  }
}

function syllableWord(dice: Dice, parts: readonly string[], least: number, most: number): string {
  let word = ''
  for (let count = least + dice.below(most - least + 1); count > 0; count--) word += dice.pick(parts)
  return word
}

function hanWord(dice: Dice): string {
  let word = ''
  for (let count = 2 + dice.below(3); count > 0; count--)
    word += String.fromCharCode(0x4e00 + ((dice.zipf(3_000) * 6) % 20_000))
  return word
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
