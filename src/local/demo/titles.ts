import { CONTENT_TYPES, type ContentType } from '#shared/rules/filters.ts'
import { type Dice, diceFor } from './dice.ts'

/** What the titles of an invented channel follow from. */
export interface TitledChannel {
  readonly id: number
  readonly language: string | null
  /** A bit set. */
  readonly contentTypes: number
}

/** Subjects by content type, each group a niche: English, then the same in Russian. */
const NICHES: Readonly<Record<ContentType, readonly (readonly [english: string, russian: string])[]>> = {
  Gaming: [
    ['strategy games|city building games|turn-based battles|grand strategy', 'стратегии|градостроительные игры|пошаговые битвы|большая стратегия'],
    ['survival crafting|base building|zombie survival|desert island survival', 'выживание и крафт|строительство базы|выживание среди зомби|выживание на острове'],
    ['retro consoles|pixel platformers|arcade cabinets|cartridge repair', 'ретро-приставки|пиксельные платформеры|игровые автоматы|ремонт картриджей'],
    ['speedrun records|boss fights|hidden levels|racing simulators', 'рекорды спидрана|битвы с боссами|скрытые уровни|гоночные симуляторы'],
  ],
  Beauty: [
    ['evening makeup|eyeshadow palettes|lipstick shades|contouring', 'вечерний макияж|палетки теней|оттенки помады|контуринг'],
    ['skincare routine|sunscreen|face serum|retinol', 'уход за кожей|солнцезащитный крем|сыворотка для лица|ретинол'],
    ['nail art|gel polish|manicure at home', 'дизайн ногтей|гель-лак|маникюр дома'],
    ['curly hair|haircut at home|hair colouring|braids', 'кудрявые волосы|стрижка дома|окрашивание волос|косы'],
  ],
  'Tech Reviews': [
    ['mechanical keyboards|keyboard switches|keycaps|split keyboards', 'механические клавиатуры|переключатели для клавиатуры|кейкапы|раздельные клавиатуры'],
    ['budget smartphones|phone cameras|foldable phones|phone batteries', 'недорогие смартфоны|камеры смартфонов|складные телефоны|аккумуляторы телефонов'],
    ['wireless headphones|studio microphones|vinyl turntables|bookshelf speakers', 'беспроводные наушники|студийные микрофоны|виниловые проигрыватели|полочные колонки'],
    ['3D printers|soldering stations|home automation|solar panels', '3D-принтеры|паяльные станции|умный дом|солнечные панели'],
  ],
  Fashion: [
    ['capsule wardrobe|linen shirts|winter coats|thrift finds', 'капсульный гардероб|льняные рубашки|зимние пальто|находки из секонд-хенда'],
    ['sneaker collection|running shoes|leather boots', 'коллекция кроссовок|беговые кроссовки|кожаные ботинки'],
    ['sewing patterns|dressmaking|knitting sweaters|embroidery', 'выкройки|шитьё платьев|вязание свитеров|вышивка'],
  ],
  Entertainment: [
    ['street magic|card tricks|escape rooms', 'уличная магия|карточные фокусы|квесты'],
    ['film trailers explained|movie plot holes|classic cinema', 'разбор трейлеров|ляпы в кино|классика кино'],
    ['giant domino chains|slow motion experiments|water balloons', 'гигантское домино|замедленная съёмка опытов|водяные шары'],
  ],
  Comedy: [
    ['office sketches|airport sketches|neighbour sketches', 'офисные скетчи|скетчи в аэропорту|скетчи про соседей'],
    ['stand-up evening|open microphone|improvisation', 'вечер стендапа|открытый микрофон|импровизация'],
    ['funny dubbing|parody songs|prank calls', 'смешная озвучка|песни-пародии|телефонные розыгрыши'],
  ],
  Education: [
    ['quantum physics|black holes|particle accelerators|string theory', 'квантовая физика|чёрные дыры|ускорители частиц|теория струн'],
    ['ancient Rome|medieval castles|Viking ships|Silk Road', 'Древний Рим|средневековые замки|корабли викингов|Шёлковый путь'],
    ['linear algebra|probability puzzles|prime numbers|geometry proofs', 'линейная алгебра|задачи на вероятность|простые числа|геометрические доказательства'],
    ['irregular verbs|pronunciation drills|vocabulary cards|listening practice', 'неправильные глаголы|тренировка произношения|карточки со словами|аудирование'],
  ],
  Fitness: [
    ['kettlebell training|pull-up progression|barbell squats|deadlift technique', 'тренировка с гирей|прогрессия подтягиваний|приседания со штангой|техника становой тяги'],
    ['morning yoga|hip stretching|handstand balance', 'утренняя йога|растяжка бёдер|баланс на руках'],
    ['marathon preparation|trail running|interval sprints', 'подготовка к марафону|трейлраннинг|интервальный бег'],
  ],
  Vlogs: [
    ['van life|cabin renovation|moving house|tiny house', 'жизнь в фургоне|ремонт дачи|переезд|крошечный дом'],
    ['sourdough bread|homemade pasta|noodle soup|apple pie', 'хлеб на закваске|домашняя паста|суп с лапшой|яблочный пирог'],
    ['twin babies|school lunches|family budget', 'двойняшки|школьные обеды|семейный бюджет'],
    ['balcony garden|tomato seedlings|beekeeping|rose pruning', 'огород на балконе|рассада томатов|пчеловодство|обрезка роз'],
  ],
  Music: [
    ['guitar lesson|fingerstyle arrangement|guitar pedals|slide guitar', 'урок гитары|фингерстайл|гитарные педали|слайд-гитара'],
    ['piano cover|piano chords|jazz improvisation', 'кавер на пианино|аккорды на пианино|джазовая импровизация'],
    ['modular synthesizer|drum machine|lofi beats|vocal mixing', 'модульный синтезатор|драм-машина|лофай-биты|сведение вокала'],
  ],
  Health: [
    ['sleep hygiene|back pain|breathing exercises|posture', 'гигиена сна|боль в спине|дыхательные упражнения|осанка'],
    ['vitamin deficiency|blood sugar|healthy breakfast', 'дефицит витаминов|сахар в крови|здоровый завтрак'],
    ['anxiety journal|burnout recovery|mindfulness', 'дневник тревоги|восстановление после выгорания|осознанность'],
  ],
  Travel: [
    ['night trains|railway stations|mountain railways', 'ночные поезда|вокзалы|горные железные дороги'],
    ['street food market|noodle stalls|spice bazaar', 'рынок уличной еды|лапшичные|базар специй'],
    ['volcano hiking|glacier trek|wild camping|kayak expedition', 'поход на вулкан|поход по леднику|дикий кемпинг|экспедиция на каяках'],
    ['budget hostels|island hopping|border crossing', 'дешёвые хостелы|путешествие по островам|пересечение границы'],
  ],
  Animation: [
    ['stop motion|clay figures|paper cutout animation', 'покадровая анимация|пластилиновые фигурки|бумажная анимация'],
    ['nursery rhymes|bedtime stories|counting songs', 'детские стишки|сказки на ночь|песенки для счёта'],
    ['character rigging|walk cycle|storyboards', 'риггинг персонажа|цикл ходьбы|раскадровки'],
  ],
  News: [
    ['housing market|mortgage rates|city transport', 'рынок жилья|ставки по ипотеке|городской транспорт'],
    ['chip factories|space launches|electric cars', 'фабрики чипов|космические запуски|электромобили'],
    ['weather forecast|flood warning|harvest report', 'прогноз погоды|угроза паводка|сводка урожая'],
  ],
  Politics: [
    ['parliament debate|coalition talks|budget vote', 'дебаты в парламенте|переговоры о коалиции|голосование по бюджету'],
    ['election polls|campaign posters|mayor interview', 'опросы перед выборами|предвыборные плакаты|интервью с мэром'],
  ],
} // biome-ignore format: a table

const ENGLISH = '{}: what I learned|{} for beginners|The honest truth about {}|{} under 100 dollars|Ten mistakes with {}|{}, step by step|A whole week of {}|Questions about {}|{} that nobody talks about|My first try at {}'.split('|') // biome-ignore format: a list
const RUSSIAN = '{}: чему я научился|{} для начинающих|Честно: {}|{} почти без денег|Десять ошибок: {}|{} шаг за шагом|Целая неделя: {}|Вопросы и ответы: {}|{}, о которых молчат|Первая попытка: {}'.split('|') // biome-ignore format: a list
const SEED = 0x717e5

/** The title of a video that does not exist: Russian for channels that speak it, else English. @param number of the upload, from 1 */
export function demoTitle(dice: Dice, channel: TitledChannel, number: number): string {
  const isRussian = channel.language === 'ru'
  const subject = dice.pick(nichesOf(channel).flatMap(subjectsOf))
  // Three digits, so that no title is the beginning of another.
  const mark = `${isRussian ? '№ ' : '#'}${String(number).padStart(3, '0')}`
  return `${titleOf(dice.pick(isRussian ? RUSSIAN : ENGLISH), subject)}, ${mark}`
}

/** The subjects of a channel's niches, of which it has one or two of its own among those of its content types. */
export function nichesOf({ id, contentTypes, language }: TitledChannel): string[] {
  const dice = diceFor(SEED, id)
  const types = CONTENT_TYPES.filter((_, bit) => contentTypes & (1 << bit))
  const niches = (types.length > 0 ? types : CONTENT_TYPES).flatMap((type) => NICHES[type])
  const chosen = dice.chance(0.6) ? [dice.pick(niches)] : [dice.pick(niches), dice.pick(niches)]
  return [...new Set(chosen.map((niche) => niche[language === 'ru' ? 1 : 0]))]
}

/** All titles that a niche may have, without their numbers. @param subjects as `nichesOf` gives them */
export function titlesOf(subjects: string): string[] {
  const patterns = NICHES_IN_RUSSIAN.has(subjects) ? RUSSIAN : ENGLISH
  return subjectsOf(subjects).flatMap((subject) => patterns.map((pattern) => titleOf(pattern, subject)))
}

const NICHES_IN_RUSSIAN = new Set(
  Object.values(NICHES).flatMap((niches) => niches.map(([, russian]) => russian)),
)

const subjectsOf = (niche: string) => niche.split('|')

function titleOf(pattern: string, subject: string): string {
  const title = pattern.replace('{}', subject)
  return title.charAt(0).toUpperCase() + title.slice(1)
}
