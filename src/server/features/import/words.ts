import {
  type Audience,
  audienceBits,
  type ContentType,
  contentTypeBits,
  parseAudience,
  parseContentType,
} from '#shared/rules/filters.ts'
import { cellKey, isUnknown } from '#server/features/catalogue/clean-text.ts'

// Words for values in several languages, separated by `|` and compared by `cellKey`.

/**
 * Categories of others as the product's fifteen content types: the video platform's categories (by name and number) and
 * topics, channel types of statistics sites, sections of lists. Those without a counterpart are unknown.
 */
const CONTENT_TYPES: readonly (readonly [types: readonly ContentType[], names: string])[] = [
  [['Gaming'], '20|gaming|game|games|video game|video games|gamer|gaming esports|esports|video game culture|игры|видеоигры|компьютерные игры|гейминг|juegos|videojuegos|jogos|jeux|jeux video|jeux video et autres|spiele|gaming spiele|giochi|oyun|oyunlar|游戏|遊戲|ゲーム|게임|gry|відеоігри|ігри'],
  [['Beauty'], 'beauty|makeup|make up|cosmetics|skincare|красота|косметика|макияж|belleza|beleza|beaute|schonheit|guzellik|美容|美妆|美妝|ビューティー|뷰티'],
  [['Beauty', 'Fashion'], '26|howto style|how to style|howto|how to|style|beauty fashion|fashion beauty|хобби и стиль|стиль и советы|красота и мода|мода и красота|consejos y estilo|como fazer e estilo|guias e estilo|vie pratique et style|tipps tricks stil|praktische tipps styling|nasil yapilir ve stil|ハウツーとスタイル|教学与时尚|造型與教學|instrucoes e estilo|consigli e stile|porady i styl|стиль|노하우 스타일'],
  [['Tech Reviews'], '28|tech|technology|tech reviews|science technology|science tech|gadgets|electronics|smartphones|it|companies official|conferences and meetups recordings|conference interview|технологии|техника|наука и техника|обзоры техники|гаджеты|ciencia y tecnologia|tecnologia|ciencia e tecnologia|science et technologie|technologie|wissenschaft technik|technik|bilim ve teknoloji|teknoloji|科学和技术|科技|科學與技術|科学と技術|テクノロジー|과학기술|scienze e tecnologie|nauka i technika|наука й техніка'],
  [['Education', 'Tech Reviews'], 'frontend|front end|backend|coding|programming|software development|web development|sysadmin devops sre|devops|data science|программирование|разработка|айти'],
  [['Fashion'], 'fashion|clothing|мода|moda|mode|时尚|時尚|ファッション|패션'],
  [['Entertainment'], '24|entertainment|show|shows|43|movies|30|trailers|44|film|films|tv|television|television program|celebrity|performing arts|sport|sports|17|football|soccer|association football|basketball|cricket|mixed martial arts|wrestling|motorsport|animals|pets|pet|pets animals|15|развлечения|развлекательное|спорт|фильмы|кино|шоу|животные|сериалы|entretenimiento|deportes|entretenimento|esportes|divertissement|sport et loisirs|unterhaltung|intrattenimento|eglence|spor|娱乐|娛樂|エンターテイメント|エンタメ|스포츠|엔터테인먼트|tiere|animaux|mascotas y animales|animais|animali|zwierzeta|ev hayvanlari ve hayvanlar|домашні улюбленці й тварини|ペットと動物|宠物和动物|애완동물 동물|スポーツ|体育|rozrywka|розваги'],
  [['Comedy'], '23|comedy|humor|humour|funny|юмор|комедия|приколы|comedia|comedie|humorismus|komedi|mizah|喜剧|喜劇|コメディ|코미디|komodie|umorismo|komedia|гумор|コメディー'],
  [['Education'], '27|education|educational|learning|knowledge|q a|science|history|languages|tutorials|образование|обучение|наука|история|познавательное|educacion|educacao|formation|bildung|istruzione|egitim|教育|학습|교육|formacion|edukacja|освіта'],
  [['Fitness'], 'fitness|workout|gym|yoga|physical fitness|bodybuilding|фитнес|йога|тренировки|健身|フィットネス'],
  [['Vlogs'], '22|vlogs|vlog|21|videoblogging|people blogs|people|blogs|blog|lifestyle|lifestyle sociology|family|daily life|люди и блоги|блоги|влоги|влог|лайфстайл|семья|gente y blogs|personas y blogs|pessoas e blogs|people et blogs|menschen blogs|leute blogs|insanlar ve bloglar|人物和博客|人物與網誌|ブログ|ブログと人々|일상|persone e blog|ludzie i blogi|люди й блоги|인물 블로그'],
  [['Music'], '10|music|pop music|hip hop music|hip hop|rap|rock music|rock|electronic music|music of asia|music of latin america|independent music|christian music|soul music|rhythm and blues|jazz|classical music|country music|reggae|музыка|musica|musique|musik|muzik|音乐|音樂|音楽|음악|muzyka|музика'],
  [['Health'], 'health|medicine|wellness|mental health|здоровье|медицина|salud|saude|sante|gesundheit|saglik|健康|医疗|건강'],
  [['Travel'], '19|travel|tourism|travel events|travel and events|travel adventure|путешествия|туризм|viajes|viajes y eventos|viagens|viagens e eventos|voyages|voyages et evenements|reisen|reisen events|seyahat|seyahat ve etkinlikler|旅行|旅遊|旅行とイベント|여행|viaggi ed eventi|podroze i wydarzenia|подорожі|旅游'],
  [['Animation'], '1|film animation|animation|anime|cartoons|cartoon|31|anime animation|анимация|мультфильмы|мультики|аниме|фильмы и анимация|cine y animacion|animacion|filme e animacao|animacao|films et animations|film et animation|film animasyon|animasyon|动画|電影與動畫|映画とアニメ|アニメ|애니메이션|filmes e desenhos|film e animazione|film i animacja|фільми й анімація|电影和动画'],
  [['News'], 'news|journalism|новости|сми|noticias|nachrichten|actualites|notizie|haberler|新闻|新聞|ニュース|뉴스'],
  [['News', 'Politics'], '25|news politics|новости и политика|noticias y politica|noticias e politica|actualites et politique|nachrichten politik|haberler ve politika|新闻和政治|新聞與政治|ニュースと政治|notizie e politica|wiadomosci i polityka|новини й політика'],
  [['Politics'], 'politics|policy|политика|politica|politique|politik|政治|정치'],
  [[], 'autos vehicles|2|vehicle|autos|cars|nonprofits activism|29|nonprofit|hobby|food|society|religion|military|just for fun|other|others|разное|другое|прочее|авто|транспорт|еда|кулинария|общественная деятельность|autos fahrzeuge|soziales engagement|auto moto|organisations a but non lucratif|motor|ong y activismo|automoveis|auto e motori|motoryzacja|otomobiller ve araclar|自動車と乗り物|汽车|자동차 교통'],
] // biome-ignore format: a table

const AUDIENCES: readonly (readonly [audience: Audience, words: string])[] = [
  ['Kids', 'kid|kids|child|children|toddlers|preschool|made for kids|for kids|family|дети|детям|детская|детский|для детей|ninos|criancas|enfants|kinder|cocuklar|儿童|子供|子ども|キッズ'],
  ['Teenagers', 'teen|teens|teenager|teenagers|13 17|подростки|подросткам|adolescentes|adolescents|jugendliche|gencler|青少年|ティーン'],
  ['Youth', 'youth|young|young adults|students|gen z|18 24|молодежь|молодежи|студенты|jovenes|jovens|jeunes|junge erwachsene|青年|若者'],
  ['Adults', 'adult|adults|grown ups|25 34|35 44|45 54|взрослые|взрослым|adultos|adultes|erwachsene|yetiskinler|成人|成年人|大人'],
  ['OlderGen', 'older|oldergen|older gen|older generation|seniors|elderly|55 64|65|65 plus|55|пожилые|пожилым|старшее поколение|пенсионеры|mayores|idosos|seniorer|senioren|yaslilar|老年人|シニア'],
] // biome-ignore format: a table

/** Names of countries and languages that the runtime does not know. */
const COUNTRIES = [
  ['US', 'usa|сша|u s|u s a|united states of america|соединенные штаты америки|america|ee uu|eeuu|estados unidos de america|etats unis d amerique|abd|amerika|eua|アメリカ'],
  ['GB', 'uk|great britain|england|англия|u k|britain|scotland|wales|northern ireland|соединенное королевство|gran bretana|grossbritannien|inglaterra|ingiltere'],
  ['RU', 'russian federation|российская федерация|рф|rossiya|federacion rusa|russische foderation'],
  ['KR', 'korea|republic of korea|корея|южная корея|korea republic of|korea south|s korea|corea|coree|корея южная|한국'],
  ['CZ', 'czech republic|чешская республика|republica checa|tschechische republik|czech rep'],
  ['TR', 'turkey|турецкая республика'],
  ['HK', 'hong kong|гонконг|hong kong sar|hongkong|香港|中国香港'],
  ['MO', 'macao|макао|macau|澳門|澳门'],
  ['AE', 'uae|u a e|emirates|эмираты|объединенные арабские эмираты'],
  ['VN', 'viet nam'],
  ['BY', 'белоруссия|republic of belarus|республика беларусь'],
  ['KG', 'кыргызстан'],
  ['MD', 'молдавия|moldova republic of|republic of moldova'],
  ['CI', 'ivory coast'],
  ['NL', 'holland|голландия'],
  ['BA', 'bosnia|босния'],
  ['PS', 'palestine|palestine state of|палестина'],
  ['KP', 'korea north|dpr korea|korea democratic people s republic of|северная корея'],
  ['TW', 'taiwan province of china|taiwan roc|тайвань китай|chinese taipei'],
  ['CN', 'prc|p r china|people s republic of china|mainland china|кнр|中国大陆'],
  ['IR', 'iran islamic republic of|islamic republic of iran'],
  ['BO', 'bolivia plurinational state of'],
  ['VE', 'venezuela bolivarian republic of'],
  ['TZ', 'tanzania united republic of'],
  ['SY', 'syrian arab republic'],
  ['LA', 'lao people s democratic republic'],
  ['KZ', 'республика казахстан'],
  ['MK', 'macedonia|republic of north macedonia|former yugoslav republic of macedonia|македония'],
  ['CD', 'dr congo|congo democratic republic of the|democratic republic of the congo'],
  ['CG', 'republic of the congo'],
  ['MM', 'burma'],
  ['SZ', 'swaziland'],
  ['VA', 'holy see|vatican'],
  ['FM', 'micronesia federated states of'],
  ['TL', 'east timor'],
  ['TM', 'туркмения'],
] as const // biome-ignore format: a table
/** ISO 3166-1 alpha-3, which the runtime does not know, of the countries with most channels, each before its alpha-2. */
const ALPHA_3 =
  'ARE AE ARG AR ARM AM AUS AU AUT AT AZE AZ BEL BE BGD BD BGR BG BLR BY BRA BR CAN CA CHE CH CHL CL CHN CN COL CO CZE CZ DEU DE DNK DK DZA DZ ECU EC EGY EG ESP ES EST EE ' +
  'FIN FI FRA FR GBR GB GEO GE GRC GR HKG HK HRV HR HUN HU IDN ID IND IN IRL IE IRN IR IRQ IQ ISR IL ITA IT JOR JO JPN JP KAZ KZ KEN KE KGZ KG KHM KH KOR KR KWT KW LBN LB LKA LK ' +
  'LTU LT LVA LV MAR MA MDA MD MEX MX MNG MN MYS MY NGA NG NLD NL NOR NO NPL NP NZL NZ PAK PK PER PE PHL PH POL PL PRT PT QAT QA ROU RO RUS RU SAU SA SGP SG SRB RS SVK SK SVN SI SWE SE ' +
  'THA TH TJK TJ TKM TM TUN TN TUR TR TWN TW UKR UA URY UY UZB UZ VEN VE VNM VN ZAF ZA' // biome-ignore format: a table

const LANGUAGES = [
  ['zh', 'mandarin|cantonese|chinese simplified|chinese traditional|国语|國語|普通话|粤语|粵語'],
  ['en', 'англ|american english|british english'],
  ['ru', 'рус'],
  ['id', 'bahasa indonesia|bahasa'],
  ['tl', 'tl|filipino|fil|tagalog|филиппинский|тагальский'],
  ['pt', 'brazilian portuguese|portuguese brazil|portugues brasil|portugues br'],
  ['es', 'castellano|spanish latin america|latin american spanish|spanish mexico'],
  ['fa', 'farsi'],
  ['kk', 'қазақша'],
] as const // biome-ignore format: a table

function byWord<T>(table: readonly (readonly [value: T, words: string])[]): ReadonlyMap<string, T> {
  return new Map(
    table.flatMap(([value, words]) => words.split('|').map((word) => [cellKey(word), value] as const)),
  )
}

const CONTENT_TYPE_BITS = byWord(
  CONTENT_TYPES.map(([types, words]) => [contentTypeBits(types), words] as const),
)
const AUDIENCE_BY_WORD = byWord(AUDIENCES)

/** What a word after a number multiplies it by. */
export const FACTORS = byWord<number>([
  [1, 'шт|штук|pcs|stk|szt'],
  [1e3, 'k|к|т|тыс|тысяч|тысяча|тысячи|тысячах|тис|тисяч|тисячі|thousand|thousands|mil|mille|mila|miles|tsd|tausend|bin|tys|tysiac|tysiace|tysiecy|tis|tisic|duizend|tusen|ribu|rb|nghin|ngan|ألف|الف|हजार|千|천|mii|χιλ|χιλιάδες|พัน'],
  [1e4, 'w|万|萬|만|หมื่น'],
  [1e5, 'lakh|lakhs|lac|l|लाख|แสน'],
  [1e6, 'm|м|mn|mln|млн|мільйон|мільйони|мільйонів|мільйона|миллион|миллиона|миллионов|миллионах|mio|mi|million|millions|millones|millon|milhoes|milhao|millionen|milione|milioni|milion|miliony|milionow|milionu|miljoen|miljoner|milyon|juta|jt|trieu|tr|مليون|ملايين|百万|百萬|백만|εκ|ล้าน'],
  [1e7, 'cr|crore|crores|करोड|千万|千萬|천만'],
  [1e8, '亿|億|억'],
  [1e9, 'b|bn|bln|bi|mrd|mld|md|mlrd|млрд|миллиард|миллиарда|миллиардов|мільярд|мільярда|мільярдів|billion|billions|milliard|milliards|milliarden|miliardo|miliardi|miliard|miliardy|miliardow|miljard|milyar|miliar|mil millones|ty|مليار|अरब|十亿|十億|십억'],
]) // biome-ignore format: a table

/** Beginnings of what is counted, and of words before a number, by which they are left out. */
const NOUNS = new RegExp(
  String.raw`(?<!\p{L})(?:` +
    'subscriber|subscription|subs(?!\\p{L})|follower|view|video|upload|member|fan(?:s|base)?(?!\\p{L})|user|people|person|post|total|about|approx|around|over|more than|almost|nearly|' +
    'подписчик|подписок|подп(?!\\p{L})|ок(?!\\p{L})|почти|фолловер|просмотр|видео|ролик|участник|читател|зрител|человек|чел(?!\\p{L})|около|примерно|более|свыше|всего|у канала|на канале|' +
    'підписник|перегляд|відео|людей|понад|близько|abonnent|abonnee|abos?(?!\\p{L})|abonat|vizionar|aufruf|zuschauer|folger|abonne|vue|spectateur|suscriptor|seguidor|vista|visualiza|reproduc|espectador|' +
    'inscrito|inscrit|assinante|vizualiz|iscritt|visualizz|subskry|wyswietle|obserwuj|obejrze|film(?:y|ow)?(?!\\p{L})|abone|takipci|goruntule|izlenme|izleyici|odberatel|zhlednut|sleduj|feliratkoz|megtekint|' +
    'weergave|volger|prenumerant|visning|tilhenger|pelanggan|penonton|tayangan|nguoi dang ky|luot xem|circa|etwa|environ|cerca de|mas de|okolo|ponad|de(?!\\p{L})|di(?!\\p{L})|d(?!\\p{L})|of(?!\\p{L})' +
    String.raw`)\p{L}*|チャンネル登録者数?|登録者数?|人の?登録者|回視聴|回再生|視聴回数|再生回数|本の動画|動画|視聴者|約|人|回|本|名|位?订阅者|位?訂閱者|订阅|訂閱|粉丝|粉絲|次观看|次觀看|观看次数|觀看次數|个视频|部影片|视频|影片|约|位|次|粉|数|數|` +
    '구독자수?|조회수|동영상|시청자|팔로워|명|회|개|약|مشترك\\p{L}*|مشاهد\\p{L}*|متابع\\p{L}*|सब्सक्राइबर|सदस्य|व्यूज|व्यू|מנויים|צפיות|συνδρομητές|προβολές|ผู้ติดตาม|การดู|คน',
  'gu',
)

/** Where a unit has another meaning: Turkish `12 B abone`, Czech `1,2 mil. odběratelů`, English `2.5 mil subscribers`. */
const LOCAL_FACTORS = [
  [/abone|takipci|goruntule|izlenme/, byWord<number>([[1e3, 'b'], [1e9, 'mr']])],
  [/odberatel|zhlednut|sleduj|abonat|vizionar/, byWord<number>([[1e6, 'mil'], [1e9, 'mld']])],
  [/subscribers?\b|followers|views/, byWord<number>([[1e6, 'mil']])],
  // Spanish thousand or English million.
  [/^\d+\.\d+ ?mil\.?$/, byWord<number>([[Number.NaN, 'mil']])],
  [/nguoi dang ky|luot xem/, byWord<number>([[1e3, 'n']])],
  [/prenumerant|visning|tilhenger/, byWord<number>([[1e3, 'tn']])],
  [/feliratkoz|megtekint/, byWord<number>([[1e3, 'e']])],
] as const // biome-ignore format: pairs

/** A count without the words for what is counted, and the units that these words give another meaning. @param text in lower case */
export function withoutNouns(text: string): {
  readonly bare: string
  readonly factors: ReadonlyMap<string, number> | undefined
} {
  if (/^[\d\s.,~+]*(?!mil)[a-z]{0,3}\.?\+?$/.test(text)) return { bare: text, factors: undefined }
  // Accents of Latin letters and vowel signs of Arabic ones would hide the beginnings of words.
  const accents = /(?<=[a-z])[\u0300-\u036f]+|[\u064b-\u0652]/g
  const plain = text
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(/[ıłđ]/g, (letter) => ({ ı: 'i', ł: 'l', đ: 'd' })[letter] ?? letter)
  const bare = plain.replace(NOUNS, ' ').replace(/^(?:[\s:—–]|[.-]\s)+|[\s.:*’']+$/g, '')
  return { bare, factors: LOCAL_FACTORS.find(([noun]) => noun.test(plain))?.[1] }
}

/**
 * The content types in a cell, as stored bits; several are separated by `,`, `;`, `|` or `/`.
 * @returns null when the cell says unknown or names only categories without a counterpart; undefined when it is not understood
 */
export function parseContentTypes(cell: string): number | null | undefined {
  const text = cell.trim()
  if (isUnknown(text)) return null
  const found = [text, ...text.split(/[,;|/]/)].map(oneCategory)
  const bits = found[0] ?? found.reduce((all, one) => (one === undefined ? all : (all ?? 0) | one))
  return bits === 0 ? null : bits
}

function oneCategory(text: string): number | undefined {
  const own = parseContentType(text)
  if (own !== null) return contentTypeBits([own])
  // Topics of the video platform are addresses: https://en.wikipedia.org/wiki/Action-adventure_game
  const key = cellKey(text.replace(/^https?:\/\/[^/]*wikipedia\.org\/wiki\//, ''))
  if (key.endsWith(' game')) return contentTypeBits(['Gaming'])
  if (/ music$|^music of /.test(key)) return contentTypeBits(['Music'])
  return CONTENT_TYPE_BITS.get(key) ?? CONTENT_TYPE_BITS.get(key.replace(/ (?:and|und|et|y|e|ve|и) /u, ' '))
}

/**
 * The audiences in a cell, as stored bits: the product's own words, some others, and age groups.
 * @returns null when the cell says that they are unknown; undefined when nothing of it can be understood
 */
export function parseAudiences(cell: string): number | null | undefined {
  const text = cell.trim()
  if (isUnknown(text)) return null
  const found = text
    .split(/[,;|/+&]|\s+(?:and|и|und|et|y|e)\s+/u)
    .map((part) => parseAudience(part) ?? AUDIENCE_BY_WORD.get(cellKey(part)))
    .filter((audience) => audience !== undefined)
  return found.length === 0 ? undefined : audienceBits(found)
}

/** Codes that the runtime names although they are not countries, and words that files write instead of one. */
const NO_COUNTRY = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XX ZZ WORLDWIDE GLOBAL WORLD'.split(' '))

const countries = lazily(() => {
  const longCodes = Array.from(
    ALPHA_3.matchAll(/(\w{3}) (\w\w)/g),
    ([, long = '', code = '']) => [cellKey(long), code] as const,
  )
  return new Map([...longCodes, ...codesByName('region'), ...byWord<string>(COUNTRIES)])
})
const languages = lazily(() => new Map([...codesByName('language'), ...byWord<string>(LANGUAGES)]))

/**
 * A country as ISO 3166-1 alpha-2, from its code, its flag or its name in about thirty languages, also beside a city.
 * @returns null when the cell says that it is unknown; undefined when it cannot be understood
 */
export function parseCountry(cell: string): string | null | undefined {
  const text = cell.trim()
  if (/^[A-Z]{2}$/.test(text) && isCode('region', text)) return text
  if (text.length > 120) return undefined
  const flag = [...text].flatMap((sign) => (/\p{RI}/u.test(sign) ? (sign.codePointAt(0) ?? 0) - 0x1f1a5 : []))
  if (flag.length === 2) {
    const code = String.fromCharCode(...flag)
    return isCode('region', code) ? code : undefined
  }
  // `NA` is Namibia.
  if (NO_COUNTRY.has(text.toUpperCase()) || (isUnknown(text) && text.toUpperCase() !== 'NA')) return null
  return countries().get(plainName(text)) ?? countryBesideCity(text)
}

/** Codes of states and provinces that are also those of countries: Los Angeles, CA is not in Canada. */
const STATES = new Set(
  'AL AR CA CO DE GA ID IL IN KY LA MA MD ME MN MO MS MT NC NE PA SC SD VA AB MB NL NS NU PE SK'.split(' '),
)
const GEORGIAN_CITY = /tbilisi|тбилиси|batumi|батуми|kutaisi|кутаиси/

/** The one country that the parts of a cell name; undefined when they name several, or it may be a state of that name. */
function countryBesideCity(text: string): string | undefined {
  const parts = text.split(/[,;/|()•·\n]|\s[-–—]\s/u).map((part) => part.trim())
  if (parts.length === 1) return undefined
  const isState = (part: string) => STATES.has(part.toUpperCase())
  const named = parts.flatMap((part) =>
    part.length === 2 && isState(part) ? [] : (countries().get(plainName(part)) ?? []),
  )
  const codes = new Set(named)
  if (codes.has('GE') && !GEORGIAN_CITY.test(cellKey(text))) codes.delete('GE')
  return codes.size === 1 ? [...codes][0] : undefined
}

/**
 * A language as ISO 639-1, lower case, from a tag (`en`, `eng`, `pt-BR`) or its name in about thirty languages.
 * @returns null when the cell says that it is unknown; undefined when it cannot be understood
 */
export function parseLanguage(cell: string): string | null | undefined {
  const text = cell.trim()
  // `na` is hardly ever Nauruan.
  if (isUnknown(text) || /^(?:und|mul|zxx|multi|other)$/i.test(text)) return null
  if (/^[a-z]{2}$/.test(text) && isCode('language', text)) return text
  const tag = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*$/i.exec(text)?.[1]
  // Canonical tags: `rus` is `ru`, `iw` is `he`. What is in brackets is a variety: `English (US)`.
  const spellings = [text, text.replace(/[(（].*[)）]|\s(?:язык|language)$/i, '')].map(plainName)
  return [...spellings, ...Intl.getCanonicalLocales(tag ?? [])]
    .map((name) => languages().get(name))
    .find(Boolean)
}

/** Words beside the day, month and year. */
const BESIDE_DATES = new Set(
  'г год года р рік року року de del di the of den der le el o st nd rd th er e º ª a d do dnia roku yil yili t at on um à в о at'
    .split(' ')
    .map(cellKey),
)

/** The number of a month by its name in about thirty languages, or the beginning of names of one month alone. */
export function monthOf(word: string): number | undefined {
  const key = cellKey(word)
  const found = months().get(key)
  if (found !== undefined || key.length < 3) return found
  const begun = new Set([...months()].flatMap(([name, month]) => (name.startsWith(key) ? month : [])))
  return begun.size === 1 ? [...begun][0] : undefined
}

/** Whether a word may stand in a written date. */
export function isPartOfDate(word: string): boolean {
  const key = cellKey(word)
  return BESIDE_DATES.has(key) || monthOf(word) !== undefined || weekdays().has(key)
}

const months = lazily(() => {
  const found = new Map<string, number>()
  for (let month = 1; month <= 12; month++)
    for (const name of dateWords(new Date(Date.UTC(2026, month - 1, 15)), 'month'))
      if (!found.has(name)) found.set(name, month)
  for (const [name, month] of [['sept', 9], ['июл', 7], ['сен', 9], ['сент', 9], ['янв', 1], ['mrz', 3]] as const) found.set(name, month) // biome-ignore format: pairs
  return found
})

const weekdays = lazily(
  () =>
    new Set(
      Array.from({ length: 7 }, (_, day) => [
        ...dateWords(new Date(Date.UTC(2026, 0, 4 + day)), 'weekday'),
      ]).flat(),
    ),
)

/** A month or weekday as thirty languages write it, in full and short, alone and with a day. */
function* dateWords(date: Date, part: 'month' | 'weekday'): Generator<string> {
  for (const locale of NAME_LOCALES)
    for (const style of ['long', 'short'] as const)
      for (const further of [{}, { day: 'numeric' } as const]) {
        const format = new Intl.DateTimeFormat(locale, {
          [part]: style,
          ...further,
          timeZone: 'UTC',
          calendar: 'gregory',
        })
        const name = format.formatToParts(date).find(({ type }) => type === part)?.value ?? ''
        if (/\p{L}/u.test(name) && !/\d/.test(name)) yield cellKey(name)
      }
}

type Kind = 'region' | 'language'

const namesIn = (locale: string, type: Kind) => new Intl.DisplayNames(locale, { type, fallback: 'none' })
const ENGLISH = { region: namesIn('en', 'region'), language: namesIn('en', 'language') }

function isCode(type: Kind, code: string): boolean {
  const tag = type === 'region' ? `und-${code}` : code
  // Former codes have other canonical tags.
  const isCurrent = Intl.getCanonicalLocales(tag)[0] === tag
  return isCurrent && ENGLISH[type].of(code) !== undefined && !NO_COUNTRY.has(code)
}

/** The first of these languages that has a name decides what it means. */
const NAME_LOCALES =
  'en ru uk be kk es pt fr de it nl pl cs tr zh zh-Hant ja ko ar hi id vi sv fi da nb ro hu el he th'.split(
    ' ',
  )

/** Codes of two letters by themselves and by their names in about thirty languages, and, of a language, in itself. */
function codesByName(type: Kind): Map<string, string> {
  const letters = [...(type === 'region' ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : 'abcdefghijklmnopqrstuvwxyz')]
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  const codes = pairs.filter((code) => isCode(type, code))
  const byName = new Map<string, string>(codes.map((code) => [plainName(code), code]))
  const add = (names: Intl.DisplayNames, code: string) => {
    const name = plainName(names.of(code) ?? '')
    if (name !== '' && !byName.has(name)) byName.set(name, code)
  }
  for (const locale of NAME_LOCALES) {
    const names = namesIn(locale, type)
    for (const code of codes) add(names, code)
  }
  if (type === 'language') for (const code of codes) add(namesIn(code, type), code)
  return byName
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** `Trinidad and Tobago` and `Trinidad & Tobago`, `The Bahamas` and `Bahamas` are the same. */
function plainName(name: string): string {
  return cellKey(name)
    .replace(/^the /, '')
    .replace(/ (?:and|и) /u, ' ')
}
