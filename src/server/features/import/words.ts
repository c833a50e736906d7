import { type Audience, audienceBits, parseAudience } from '#shared/rules/audiences.ts'
import { type ContentType, contentTypeBits, parseContentType } from '#shared/rules/content-types.ts'
import { cellKey, isUnknown } from '#server/features/catalogue/clean-text.ts'

/** Values by their words, which are separated by `|` and written as `cellKey` does. */
function byWord<T>(table: readonly (readonly [value: T, words: string])[]): ReadonlyMap<string, T> {
  return new Map(table.flatMap(([value, words]) => words.split('|').map((word) => [word, value] as const)))
}

/**
 * Categories of others as the product's fifteen content types: the video platform's categories (by number, and by name in
 * several languages), its topics, channel types of statistics sites, sections of lists. Those without a true counterpart are
 * left out.
 */
const CONTENT_TYPES: readonly (readonly [types: readonly ContentType[], names: string])[] = [
  [['Gaming'], '20|gaming|game|games|video game|video games|gamer|gaming esports|esports|video game culture|игры|видеоигры|компьютерные игры|гейминг|juegos|videojuegos|jogos|jeux|jeux video|jeux video et autres|spiele|gaming spiele|giochi|oyun|oyunlar|游戏|遊戲|ゲーム|게임'],
  [['Beauty'], 'beauty|makeup|make up|cosmetics|skincare|красота|косметика|макияж|belleza|beleza|beaute|schonheit|guzellik|美容|美妆|美妝|ビューティー|뷰티'],
  [['Beauty', 'Fashion'], '26|howto style|how to style|howto|how to|style|beauty fashion|fashion beauty|хобби и стиль|стиль и советы|красота и мода|мода и красота|consejos y estilo|como fazer e estilo|guias e estilo|vie pratique et style|tipps tricks stil|praktische tipps styling|nasil yapilir ve stil|ハウツーとスタイル|教学与时尚|造型與教學'],
  [['Tech Reviews'], '28|tech|technology|tech reviews|science technology|science tech|gadgets|electronics|smartphones|it|companies official|conferences and meetups recordings|conference interview|технологии|техника|наука и техника|обзоры техники|гаджеты|ciencia y tecnologia|tecnologia|ciencia e tecnologia|science et technologie|technologie|wissenschaft technik|technik|bilim ve teknoloji|teknoloji|科学和技术|科技|科學與技術|科学と技術|テクノロジー|과학기술'],
  [['Education', 'Tech Reviews'], 'frontend|front end|backend|coding|programming|software development|web development|sysadmin devops sre|devops|data science|программирование|разработка|айти'],
  [['Fashion'], 'fashion|clothing|мода|moda|mode|时尚|時尚|ファッション|패션'],
  [['Entertainment'], '24|entertainment|show|shows|43|movies|30|trailers|44|film|films|tv|television|television program|celebrity|performing arts|sport|sports|17|football|soccer|association football|basketball|cricket|mixed martial arts|wrestling|motorsport|animals|pets|pet|pets animals|15|развлечения|развлекательное|спорт|фильмы|кино|шоу|животные|сериалы|entretenimiento|deportes|entretenimento|esportes|divertissement|sport et loisirs|unterhaltung|intrattenimento|eglence|spor|娱乐|娛樂|エンターテイメント|エンタメ|스포츠|엔터테인먼트'],
  [['Comedy'], '23|comedy|humor|humour|funny|юмор|комедия|приколы|comedia|comedie|humorismus|komedi|mizah|喜剧|喜劇|コメディ|코미디'],
  [['Education'], '27|education|educational|learning|knowledge|q a|science|history|languages|tutorials|образование|обучение|наука|история|познавательное|educacion|educacao|formation|bildung|istruzione|egitim|教育|학습|교육'],
  [['Fitness'], 'fitness|workout|gym|yoga|physical fitness|bodybuilding|фитнес|йога|тренировки|健身|フィットネス'],
  [['Vlogs'], '22|vlogs|vlog|21|videoblogging|people blogs|people|blogs|blog|lifestyle|lifestyle sociology|family|daily life|люди и блоги|блоги|влоги|влог|лайфстайл|семья|gente y blogs|personas y blogs|pessoas e blogs|people et blogs|menschen blogs|leute blogs|insanlar ve bloglar|人物和博客|人物與網誌|ブログ|ブログと人々|일상'],
  [['Music'], '10|music|pop music|hip hop music|hip hop|rap|rock music|rock|electronic music|music of asia|music of latin america|independent music|christian music|soul music|rhythm and blues|jazz|classical music|country music|reggae|музыка|musica|musique|musik|muzik|音乐|音樂|音楽|음악'],
  [['Health'], 'health|medicine|wellness|mental health|здоровье|медицина|salud|saude|sante|gesundheit|saglik|健康|医疗|건강'],
  [['Travel'], '19|travel|tourism|travel events|travel and events|travel adventure|путешествия|туризм|viajes|viajes y eventos|viagens|viagens e eventos|voyages|voyages et evenements|reisen|reisen events|seyahat|seyahat ve etkinlikler|旅行|旅遊|旅行とイベント|여행'],
  [['Animation'], '1|film animation|animation|anime|cartoons|cartoon|31|anime animation|анимация|мультфильмы|мультики|аниме|фильмы и анимация|cine y animacion|animacion|filme e animacao|animacao|films et animations|film et animation|film animasyon|animasyon|动画|電影與動畫|映画とアニメ|アニメ|애니메이션'],
  [['News'], 'news|journalism|новости|сми|noticias|nachrichten|actualites|notizie|haberler|新闻|新聞|ニュース|뉴스'],
  [['News', 'Politics'], '25|news politics|новости и политика|noticias y politica|noticias e politica|actualites et politique|nachrichten politik|haberler ve politika|新闻和政治|新聞與政治|ニュースと政治'],
  [['Politics'], 'politics|policy|политика|politica|politique|politik|政治|정치'],
] // biome-ignore format: a table

const CONTENT_TYPE_BITS = byWord(
  CONTENT_TYPES.map(([types, words]) => [contentTypeBits(types), words] as const),
)

/** Known categories that no content type corresponds to. */
const OTHER_CATEGORIES = byWord([
  [
    0,
    'autos vehicles|2|vehicle|autos|cars|nonprofits activism|29|nonprofit|hobby|food|society|religion|military|just for fun|other|others|разное|другое|прочее|авто|транспорт|еда|кулинария|общественная деятельность',
  ],
])

/**
 * The content types in a cell, as stored bits; several are separated by `,`, `;`, `|` or `/`.
 * @returns 0 when the cell says unknown or names only categories without a counterpart; undefined when it is not understood
 */
export function parseContentTypes(cell: string): number | undefined {
  const text = cell.trim()
  if (isUnknown(text)) return 0
  const whole = oneCategory(text)
  if (whole !== undefined) return whole
  let bits: number | undefined
  for (const part of text.split(/[,;|/]/)) {
    const found = oneCategory(part)
    if (found !== undefined) bits = (bits ?? 0) | found
  }
  return bits
}

function oneCategory(text: string): number | undefined {
  const own = parseContentType(text)
  if (own !== null) return contentTypeBits([own])
  // Topics of the video platform are addresses: https://en.wikipedia.org/wiki/Action-adventure_game
  const key = cellKey(text.replace(/^https?:\/\/[^/]*wikipedia\.org\/wiki\//, ''))
  if (key === '') return undefined
  const known =
    CONTENT_TYPE_BITS.get(key) ?? CONTENT_TYPE_BITS.get(key.replace(/ (?:and|und|et|y|e|ve|и) /u, ' '))
  if (known !== undefined) return known
  if (key.endsWith(' game')) return contentTypeBits(['Gaming'])
  if (/ music$|^music of /.test(key)) return contentTypeBits(['Music'])
  return OTHER_CATEGORIES.get(key)
}

const AUDIENCES: Readonly<Record<Audience, string>> = {
  Kids: 'kid|kids|child|children|toddlers|preschool|made for kids|for kids|family|дети|детям|детская|детский|для детей|ninos|criancas|enfants|kinder|cocuklar|儿童|子供|子ども|キッズ',
  Teenagers:
    'teen|teens|teenager|teenagers|13 17|подростки|подросткам|adolescentes|adolescents|jugendliche|gencler|青少年|ティーン',
  Youth:
    'youth|young|young adults|students|gen z|18 24|молодежь|молодежи|студенты|jovenes|jovens|jeunes|junge erwachsene|青年|若者',
  Adults:
    'adult|adults|grown ups|25 34|35 44|45 54|взрослые|взрослым|adultos|adultes|erwachsene|yetiskinler|成人|成年人|大人',
  OlderGen:
    'older|oldergen|older gen|older generation|seniors|elderly|55 64|65|65 plus|55|пожилые|пожилым|старшее поколение|пенсионеры|mayores|idosos|seniorer|senioren|yaslilar|老年人|シニア',
}

const AUDIENCE_BY_WORD = byWord(
  Object.entries(AUDIENCES).map(([audience, words]) => [audience as Audience, words] as const),
)

/**
 * The audiences in a cell, as stored bits: the product's own words, words of several languages, age groups.
 * @returns 0 when the cell says that they are unknown; undefined when nothing of it can be understood
 */
export function parseAudiences(cell: string): number | undefined {
  const text = cell.trim()
  if (isUnknown(text)) return 0
  const found = new Set<Audience>()
  for (const part of text.split(/[,;|/+&]|\s+(?:and|и|und|et|y|e)\s+/u)) {
    const audience = parseAudience(part) ?? AUDIENCE_BY_WORD.get(cellKey(part))
    if (audience !== undefined) found.add(audience)
  }
  return found.size === 0 ? undefined : audienceBits(found)
}

/** The audience by a yes/no column of channels made for children: Kids, or unknown. */
export function parseMadeForKids(cell: string): number {
  return /^(?:true|yes|y|1|да|si|sim|oui|ja|evet|是|はい)$/i.test(cell.trim()) ? audienceBits(['Kids']) : 0
}

/** ISO 3166-1, alpha-2 with alpha-3, and the usual XK for Kosovo. */
const COUNTRY_CODES =
  'AD:AND AE:ARE AF:AFG AG:ATG AI:AIA AL:ALB AM:ARM AO:AGO AQ:ATA AR:ARG AS:ASM AT:AUT AU:AUS AW:ABW AX:ALA AZ:AZE BA:BIH BB:BRB BD:BGD BE:BEL BF:BFA BG:BGR BH:BHR BI:BDI BJ:BEN BL:BLM BM:BMU BN:BRN BO:BOL BQ:BES BR:BRA BS:BHS BT:BTN BV:BVT BW:BWA BY:BLR BZ:BLZ CA:CAN CC:CCK CD:COD CF:CAF CG:COG CH:CHE CI:CIV CK:COK CL:CHL CM:CMR CN:CHN CO:COL CR:CRI CU:CUB CV:CPV CW:CUW CX:CXR CY:CYP CZ:CZE DE:DEU DJ:DJI DK:DNK DM:DMA DO:DOM DZ:DZA EC:ECU EE:EST EG:EGY EH:ESH ER:ERI ES:ESP ET:ETH FI:FIN FJ:FJI FK:FLK FM:FSM FO:FRO FR:FRA GA:GAB GB:GBR GD:GRD GE:GEO GF:GUF GG:GGY GH:GHA GI:GIB GL:GRL GM:GMB GN:GIN GP:GLP GQ:GNQ GR:GRC GS:SGS GT:GTM GU:GUM GW:GNB GY:GUY HK:HKG HM:HMD HN:HND HR:HRV HT:HTI HU:HUN ID:IDN IE:IRL IL:ISR IM:IMN IN:IND IO:IOT IQ:IRQ IR:IRN IS:ISL IT:ITA JE:JEY JM:JAM JO:JOR JP:JPN KE:KEN KG:KGZ KH:KHM KI:KIR KM:COM KN:KNA KP:PRK KR:KOR KW:KWT KY:CYM KZ:KAZ LA:LAO LB:LBN LC:LCA LI:LIE LK:LKA LR:LBR LS:LSO LT:LTU LU:LUX LV:LVA LY:LBY MA:MAR MC:MCO MD:MDA ME:MNE MF:MAF MG:MDG MH:MHL MK:MKD ML:MLI MM:MMR MN:MNG MO:MAC MP:MNP MQ:MTQ MR:MRT MS:MSR MT:MLT MU:MUS MV:MDV MW:MWI MX:MEX MY:MYS MZ:MOZ NA:NAM NC:NCL NE:NER NF:NFK NG:NGA NI:NIC NL:NLD NO:NOR NP:NPL NR:NRU NU:NIU NZ:NZL OM:OMN PA:PAN PE:PER PF:PYF PG:PNG PH:PHL PK:PAK PL:POL PM:SPM PN:PCN PR:PRI PS:PSE PT:PRT PW:PLW PY:PRY QA:QAT RE:REU RO:ROU RS:SRB RU:RUS RW:RWA SA:SAU SB:SLB SC:SYC SD:SDN SE:SWE SG:SGP SH:SHN SI:SVN SJ:SJM SK:SVK SL:SLE SM:SMR SN:SEN SO:SOM SR:SUR SS:SSD ST:STP SV:SLV SX:SXM SY:SYR SZ:SWZ TC:TCA TD:TCD TF:ATF TG:TGO TH:THA TJ:TJK TK:TKL TL:TLS TM:TKM TN:TUN TO:TON TR:TUR TT:TTO TV:TUV TW:TWN TZ:TZA UA:UKR UG:UGA UM:UMI US:USA UY:URY UZ:UZB VA:VAT VC:VCT VE:VEN VG:VGB VI:VIR VN:VNM VU:VUT WF:WLF WS:WSM XK:XKX YE:YEM YT:MYT ZA:ZAF ZM:ZMB ZW:ZWE'

/** Languages in which the runtime names countries and languages; the first one with a name decides what it means. */
const NAME_LOCALES =
  'en ru uk be kk es pt fr de it nl pl cs tr zh zh-Hant ja ko ar hi id vi sv fi da nb ro hu el he th'.split(
    ' ',
  )

/** Usual names that the runtime does not have. */
const COUNTRY_WORDS: Readonly<Record<string, string>> = {
  US: 'usa|u s|u s a|america|united states of america|сша|соединенные штаты америки|ee uu|eeuu|estados unidos de america|etats unis d amerique|abd|amerika',
  GB: 'uk|u k|great britain|britain|england|scotland|wales|northern ireland|англия|великобритания|соединенное королевство|gran bretana|grossbritannien|inglaterra|ingiltere|英国|英國',
  RU: 'russian federation|российская федерация|рф|rossiya|federacion rusa|russische foderation',
  KR: 'korea|republic of korea|korea republic of|korea south|s korea|корея|южная корея|республика корея|corea|coree|韩国|韓国',
  KP: 'korea north|dpr korea|korea democratic people s republic of|северная корея|кндр',
  CZ: 'czech republic|чешская республика|republica checa|tschechische republik',
  TR: 'turkey|turkiye|турецкая республика|turkei',
  TW: 'taiwan province of china|taiwan roc|тайвань китай|chinese taipei',
  HK: 'hong kong|hong kong sar|hongkong|гонконг|香港',
  MO: 'macau|macao|macao sar|макао|澳門|澳门',
  CN: 'prc|p r china|people s republic of china|mainland china|кнр|中国大陆|中國',
  AE: 'uae|u a e|emirates|оаэ|эмираты',
  VN: 'viet nam|вьетнам',
  IR: 'iran islamic republic of|islamic republic of iran',
  BO: 'bolivia plurinational state of',
  VE: 'venezuela bolivarian republic of',
  TZ: 'tanzania united republic of',
  SY: 'syrian arab republic',
  LA: 'lao people s democratic republic',
  BN: 'brunei darussalam',
  MD: 'moldova republic of|republic of moldova|молдавия|молдова',
  BY: 'белоруссия|беларусь|republic of belarus|республика беларусь',
  KG: 'киргизия|кыргызстан|киргизстан',
  KZ: 'республика казахстан',
  UA: 'ucrania|украина',
  MK: 'macedonia|republic of north macedonia|the former yugoslav republic of macedonia|македония',
  CI: 'ivory coast|cote d ivoire',
  CD: 'dr congo|congo democratic republic of the|democratic republic of the congo|congo kinshasa',
  CG: 'congo|republic of the congo|congo brazzaville',
  MM: 'burma|myanmar burma',
  SZ: 'swaziland|eswatini',
  CV: 'cape verde|cabo verde',
  PS: 'palestine|palestine state of|палестина',
  NL: 'holland|the netherlands|голландия',
  VA: 'holy see|vatican',
  BA: 'bosnia|bosnia herzegovina|босния',
  FM: 'micronesia federated states of',
  TL: 'east timor',
}

const ISO_2 = new Map(COUNTRY_CODES.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(3)]))

const COUNTRIES = namesOf('region', [...ISO_2.keys()], () => [
  ...[...ISO_2].map(([code, alpha3]) => [code, `${code}|${alpha3}`] as const),
  ...Object.entries(COUNTRY_WORDS),
])

/**
 * A country as ISO 3166-1 alpha-2, from its codes or its name in about thirty languages.
 *
 * @returns null when the cell says that it is unknown; undefined when it cannot be understood
 */
export function parseCountry(cell: string): string | null | undefined {
  const text = cell.trim()
  if (ISO_2.has(text)) return text
  if (isUnknown(text) && text.toUpperCase() !== 'NA') return null
  if (text.length > 80) return undefined
  const names = COUNTRIES()
  const key = cellKey(text)
  return names.get(key) ?? names.get(withoutAnd(key)) ?? (isWorld(key) ? null : undefined)
}

/** `Trinidad and Tobago` is `Trinidad & Tobago`, `The Bahamas` is `Bahamas`. */
function withoutAnd(key: string): string {
  return key.replace(/^the /, '').replace(/ (?:and|и|та|y|et|e|und|ve) /u, ' ')
}

function isWorld(key: string): boolean {
  return /^(?:world|worldwide|global|international|other|others|zz|мир|весь мир|другие|другая|xx)$/.test(key)
}

/** ISO 639-1, without languages in which no channels are made. */
const LANGUAGE_CODES =
  'aa ab af ak am an ar as av ay az ba be bg bm bn bo br bs ca ce co cs cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi hr ht hu hy ia id ig ii is it iu ja jv ka kg ki kk kl km kn ko ks ku kv kw ky la lb lg li ln lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn no nv ny oc om or os pa pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi wa wo xh yi yo za zh zu'

const LANGUAGE_WORDS: Readonly<Record<string, string>> = {
  zh: 'mandarin|cantonese|chinese simplified|chinese traditional|китайский|中文|国语|國語|普通话|粤语|粵語',
  en: 'eng|английский|англ|american english|british english',
  ru: 'rus|русский|рус',
  uk: 'ukrainian|украинский|ukr',
  he: 'iw|иврит',
  id: 'in|bahasa indonesia|bahasa',
  tl: 'filipino|fil|tagalog',
  no: 'norwegian|норвежский',
  pt: 'brazilian portuguese|portuguese brazil|portugues brasil|portugues br',
  es: 'castellano|spanish latin america|latin american spanish|spanish mexico',
  fa: 'farsi|persian',
}

const LANGUAGE_SET = new Set(LANGUAGE_CODES.split(' '))

const LANGUAGES = namesOf('language', [...LANGUAGE_SET], () => [
  ...Object.entries(LANGUAGE_WORDS),
  // What each language calls itself.
  ...[...LANGUAGE_SET].map(
    (code) =>
      [code, new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code) ?? ''] as const,
  ),
])

/**
 * A language as ISO 639-1, lower case, from codes (`en`, `eng`, `pt-BR`, `zh_Hant_TW`) or its name in about thirty languages.
 *
 * @returns null when the cell says that it is unknown; undefined when it cannot be understood
 */
export function parseLanguage(cell: string): string | null | undefined {
  const text = cell.trim()
  if (LANGUAGE_SET.has(text)) return text
  if (isUnknown(text)) return null
  if (text.length > 60) return undefined
  const names = LANGUAGES()
  const found = names.get(cellKey(text)) ?? names.get(cellKey(text.replace(/\(.*\)/, '')))
  if (found !== undefined) return found
  const tag = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*$/i.exec(text)?.[1]?.toLowerCase()
  if (tag === undefined) return isNone(text) ? null : undefined
  // Canonical tags: `eng` is `en`, `iw` is `he`.
  const base = Intl.getCanonicalLocales(tag)[0] ?? tag
  if (LANGUAGE_SET.has(base)) return base
  return /^(?:und|zxx|mul|mis|xxx?)$/.test(base) ? null : undefined
}

function isNone(text: string): boolean {
  return /^(?:other|multi|multiple|multilingual|other languages|другой|разные)$/i.test(text)
}

/** Codes by our own words and by the runtime's names in `NAME_LOCALES`; built when first needed. */
function namesOf(
  type: 'region' | 'language',
  codes: readonly string[],
  own: () => readonly (readonly [code: string, words: string])[],
): () => ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, code: string) => {
    for (const key of [cellKey(name), withoutAnd(cellKey(name))])
      if (key !== '' && !found.has(key)) found.set(key, code)
  }
  return () => {
    if (found.size > 0) return found
    for (const [code, words] of own()) for (const word of words.split('|')) add(word, code)
    for (const locale of NAME_LOCALES) {
      const names = new Intl.DisplayNames(locale, { type, fallback: 'none' })
      for (const code of codes) add(names.of(code) ?? '', code)
    }
    return found
  }
}
