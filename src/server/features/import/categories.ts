import { type ContentType, contentTypeBits, parseContentType } from '#shared/rules/content-types.ts'
import { cellKey, isUnknown } from '#server/features/catalogue/clean-text.ts'

/**
 * What other people's categories are in the product's fifteen content types. What has no honest counterpart is left out and
 * stays unknown. Names as `cellKey` writes them: the video platform's categories (with their numbers and their names in other
 * languages), its topics, channel types of statistics sites, sections of lists.
 */
const TABLE: readonly (readonly [types: readonly ContentType[], names: string])[] = [
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

const BY_KEY = new Map<string, number>()
for (const [types, names] of TABLE) {
  for (const name of names.split('|')) BY_KEY.set(name, contentTypeBits(types))
}

/** Categories of the platform that exist and say nothing about a content type of ours. */
const KNOWN_OTHERS = new Set(
  'autos vehicles|2|vehicle|autos|cars|nonprofits activism|29|nonprofit|hobby|food|society|religion|military|just for fun|other|others|разное|другое|прочее|авто|транспорт|еда|кулинария|общественная деятельность'.split(
    '|',
  ),
)

/**
 * Content types that a cell names, as stored bits; several names are divided by `,`, `;`, `|` or `/`.
 * @returns 0 when the cell says that they are unknown or they have no counterpart; undefined when nothing of it is known
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
  // Topics of the video platform come as addresses: https://en.wikipedia.org/wiki/Action-adventure_game
  const key = cellKey(text.replace(/^https?:\/\/[^/]*wikipedia\.org\/wiki\//, ''))
  if (key === '') return undefined
  const known = BY_KEY.get(key) ?? BY_KEY.get(key.replace(/ (?:and|und|et|y|e|ve|и) /u, ' '))
  if (known !== undefined) return known
  if (key.endsWith(' game')) return contentTypeBits(['Gaming'])
  if (/ music$|^music of /.test(key)) return contentTypeBits(['Music'])
  return KNOWN_OTHERS.has(key) ? 0 : undefined
}
