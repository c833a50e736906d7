/**
 * What kind of video a title announces: words that people write in many languages whatever the topic is. Kinds are kept
 * among a channel's words, as words that are never shown.
 */
import { writtenWords } from './search-text.ts'
import { stemOf } from './title-stems.ts'

/** Words by kind, compared by their stems. */
const KIND_WORDS = {
  music: `duet vivo hitovi hit hits ремикс music live latest version official oficial officiel officielle ufficiale resmi
    offizielles song songs lyric lyrics lyrical remix cover album mv audio visualizer visualiser karaoke instrumental prod
    feat ft singer mixtape freestyle concert cypher unplugged clip videoclip klip videoklip letra clipe musica musique musik
    chanson paroles cancion canciones banda corrido corridos cumbia reggaeton bachata forro sertanejo funk pagode samba
    piosenka teledysk sarki sarkisi lagu medley acoustic choreography coreografia session teaser dj single records rmx
    riddim dance comeback punjabi bhojpuri haryanvi gaana geet bhajan клип песня песни трек музыка альбом ремикс кавер
    концерт премьера mood караоке пісня кліп أغنية كليب غناء गाना गीत भजन सॉन्ग vevo beats lofi playlist soundtrack ost bgm
    orchestra symphony guitar piano guitarra gitarre guitare rap rapper trap rock jazz gospel louvor dueto duo ao ep
    sencillo estreno sanat muzik canzone chanteur lied tour musical violin vocal audicion гитара пианино рэп рэпер сингл
    саундтрек минус аккорды дискотека хит певец певица пою поет спела оркестр`,
  gaming: `launch mobile rog videojuegos streamer gameplay minecraft fortnite roblox pubg gta walkthrough playthrough gaming
    gamer speedrun valorant csgo cs dota warzone nintendo xbox playstation ps4 ps5 steam esports brawl clash royale mod mods
    modded multiplayer fifa pokemon zelda mario sims apex overwatch genshin terraria skyrim cyberpunk freefire battlegrounds
    noob speedrunner manhunt jogo jogos jogando juego juegos jugando zocken oyun garena diamonds skin skins cod mlbb fire
    wot wotb rust ark sonic ubisoft unreal dlc nerf meta rank rodada patch update игра игры играю прохождение летсплей
    майнкрафт роблокс гта дота стрим танки wot гра проходження стандофф пабг бравл فري فاير ببجي गेम twitch controller
    console retro emulator server bedwars hypixel hardcore skyblock zombies sniper montage raid loot hero heroes dungeon rpg
    mmorpg fps beta demo ranked tournament stumble jogador serveur jeu jeux joue spiel zocker konsole геймплей сервер босс
    рейд скин кейс донат игровой геймер читы читер выживание`,
  sport: `gol futbol  nokaut melhores momentos jogador tottenham hotspur нокауты  шахматы highlights highlight football soccer nba nfl ufc mma boxing boxer cricket ipl match matches game games win wins final finals round vs munich munchen atalanta training coach player players team league cup tennis f1 nascar wwe wrestling
  olympic olympics baseball mlb nhl hockey basketball golf rugby fight fights knockout playoffs prix champions uefa ucl fc
  premier laliga bundesliga serie futebol gol gols futbol partido goles goal goals fussball spieltag mecz gole skrot testspiel
  bayern barcelona barca madrid psg chelsea arsenal liverpool manchester united city juventus juve milan inter napoli
  dortmund leipzig lyon atletico messi ronaldo cr7 neymar lakers celtics clippers blazers raptors mavericks flamengo
  palmeiras corinthians gremio fluminense america chivas tigres monterrey fenerbahce galatasaray besiktas матч матча голы гол
  футбол хоккей бокс лига чемпионов турнир зенит спартак цска динамо transfer mercato race racing quali lap
  اهداف مباراة ملخص`,
  news: `police fbi earthquake arrested эфіры news breaking president minister election elections bolsonaro macron merkel
    amlo court police protest protests debate speech congress parliament government governor senate senator democrats
    republicans press briefing war army flood accident killed death crime noticias noticia presidente gobierno noticiero
    jornal governo nachrichten tagesschau actualites gouvernement ministre wiadomosci haber haberler gundem president
    conference новости новость президент путин выборы выборов протест протесты протестах митинг политика политик война суд
    навальный срочно эфир новини протести samachar khabar congres اخبار عاجل समाचार खबर न्यूज़ न्यूज journal bulletin
    reporter report headlines anchor economy inflation supreme attorney sheriff hurricane storm wildfire explosion crash
    missing suspect investigation interview economia politica policia justica ministro deputado senador justicia fiscal
    alcalde guerra ejercito polizei regierung bundestag kanzler justice guerre debat politique журналист эхо вести репортаж
    депутат губернатор власть правительство санкции экономика кризис задержание арест следствие украина народ государство
    парламент обращение`,
  vlog: `vlog vlogs vlogging routine moving haul grwm couple wedding pregnant pregnancy birthday surprising surprised
  girlfriend boyfriend storytime rotina rotine vlogging vloggen alltag влог влоги влогмас свадьба беременность
  переехали novia novio esposa namorada namorado`,
  beauty: `makeup skincare beauty hair haircut hairstyle nails outfit outfits fashion lookbook tryon shein glow eyeshadow
  foundation lipstick maquiagem maquillaje maquillage coiffure frisur макияж волосы прическа образы косметика покупки
  шоппинг मेकअप`,
  food: `recipe recipes cook cooking food eat eats eating cake chicken mukbang kitchen baking restaurant burger pizza tasting
  dinner breakfast lunch chef dessert receita receitas cozinha bolo receta recetas cocina comida recette recettes cuisine
  gateau rezept rezepte kochen backen essen przepis tarif yemek рецепт рецепты готовим готовлю еда вкусно вкусный торт
  кухня ужин завтрак салат وصفة طبخ रेसिपी`,
  tech: `unboxing iphone android smartphone samsung galaxy laptop apple xiaomi redmi gadget gadgets macbook ipad specs
  benchmark gpu cpu rtx tesla oneplus realme poco oppo vivo5g airpods celular smartphone распаковка смартфон айфон
  телефон ноутбук гаджет`,
  tutorial: `diy hacks lifehacks tutorial tips lesson class exam math maths science lecture history explained grammar spelling physics
  chemistry biology enem vestibular concurso aula dicas aprenda trucos tutoriel astuces anleitung tipps bricolage урок уроки
  лайфхак лайфхаки инструкция обучение факты наука егэ огэ शिक्षा`,
  film: `trailer movie movies film films netflix marvel disney dc hbo cinema filme pelicula annonce dublado legendado fragman
  zwiastun трейлер тизер фильм фильмы кино`,
  show: `tv telugu tamil written update full episode episodes promo serial season bigg show webisode precap drama novela capitulo bolum dizi eps talent audition
  contestant season finale farm mtv выпуск сезон сериал серия серии шоу مسلسل الحلقة`,
  comedy: `funny comedy prank pranks standup parody sketch meme memes joke jokes fails humor roast skit comedian engracado
    piada pegadinha broma chiste humour blague witze komik saka прикол приколы юмор пранк пранки пародия комедия камеди
    стендап ржака квн कॉमेडी laugh laughing stand risas comediante humorista rire comique lustig шутки импровизация прожарка
    скетч кринж озвучка угар смех юморист говоря`,
  reaction: `reaction reactions reacts react reacting reagindo reaccion reaccionando reaktion reagiert reagieren tepki реакция
  реагирует`,
  challenge: `challenge challenges desafio reto retos defi челлендж челленджи survived`,
  kids: `kids toys toy nursery rhymes dolls doll barbie cartoon cartoons peppa infantil criancas brinquedos brinquedo
  juguetes enfants jouets spielzeug мультик мультики мультфильм игрушки куклы`,
  animation: `animation animatic animatics anime manga amv storytime desenho animacao animacion анимация аниме мультсериал
    animated cartoon toon comic manhwa tale animator мультфильмы манга комикс наруто аниматор`,
  cars: `car cars bmw audi mercedes toyota honda kia hyundai lada porsche lamborghini ferrari suv motorcycle engine drift
    turbo essai carro carros coche coches voiture авто автомобиль машина тачка двигатель бмв тойота кроссовер жигули ваз
    garage truck racing supercar ford chevy chevrolet volkswagen vw nissan subaru mazda mustang corvette motor moto
    motorbike bike diesel tuning auto automovil fahrzeug fahren moteur camion тест драйв дальнобой внедорожник тюнинг
    грузовик угон мерседес ауди уаз газ зил гараж мотор водитель квадроцикл мотоцикл дтп дорога автомобильный гонка`,
  animals: `dog dogs puppy cat cats kitten animal animals pet pets wildlife cachorro gato perro perros gatos chien hund katze
  snake shark собака собаки кот кошка котенок животные щенок`,
  fitness: `workout fitness gym exercise yoga abs bodybuilding cardio treino academia ejercicio тренировка фитнес похудеть
  упражнения`,
  travel: `travel trip flight airport hotel beach island camping abandoned viagem viaje voyage reise urlaub путешествие
  поездка отель турция крым`,
} as const satisfies Readonly<Record<string, string>>

export type TitleKind = keyof typeof KIND_WORDS

/** The same in scripts without spaces, found anywhere in a title. */
const KIND_TEXTS: readonly (readonly [TitleKind, RegExp])[] = [
  [
    'music',
    /뮤직|노래|커버|음악|무대|안무|직캠|콘서트|신곡|가수|트로트|뮤비|歌|曲|音楽|弾いてみた|演奏|ミュージック|カバー|ライブ映像|アルバム|リリック/u,
  ],
  [
    'gaming',
    /게임|마인크래프트|배그|로블록스|マイクラ|ゲーム|実況|攻略|ガチャ|荒野行動|スマブラ|ポケモン|モンスト|パズドラ|フォートナイト|あつ森|プロスピ|グラブル|原神|遊戯王/u,
  ],
  [
    'sport',
    /축구|야구|하이라이트|경기|골|배구|농구|サッカー|野球|試合|ハイライト|競馬|ホームラン|選手|リーグ|격투/u,
  ],
  [
    'news',
    /뉴스|속보|대통령|정치|국회|앵커|경찰|검찰|의원|장관|집회|ニュース|速報|会見|報道|首相|総理|大臣|警察|事件|新闻|新聞/u,
  ],
  ['vlog', /브이로그|일상|하루|ブイログ|ルーティン|夫婦|カップル|同棲|一人暮らし|vlog/iu],
  [
    'beauty',
    /메이크업|화장|뷰티|메이컵|헤어|メイク|コスメ|スキンケア|ヘア|ファッション|コーデ|ダイソー|購入品/u,
  ],
  [
    'food',
    /먹방|요리|레시피|음식|맛집|먹어|라면|치킨|고기|料理|レシピ|大食い|爆食|食べ|モッパン|飯|丼|ラーメン|弁当|肉|飲食/u,
  ],
  ['tech', /리뷰|언박싱|스마트폰|갤럭시|아이폰|レビュー|開封|スマホ|ガジェット|アイフォン/u],
  ['tutorial', /강의|공부|꿀팁|만들기|方法|解説|授業|勉強|講座|作り方|만드는/u],
  ['film', /예고|영화|개봉|予告|映画|特報/u],
  ['show', /\d회|회차|드라마|예능|방송|시즌|アニメ|ドラマ|第.{1,4}[話回夜]|公式|放送|番組|配信/u],
  ['comedy', /코미디|개그|몰카|몰래카메라|ㅋㅋ|コント|漫才|お笑い|ドッキリ|芸人/u],
  ['reaction', /반응|리액션|リアクション|反応/u],
  ['challenge', /챌린지|도전|チャレンジ|検証|企画|対決|ゲーム対決|してみた|やってみた/u],
  ['kids', /장난감|어린이|키즈|아기|おもちゃ|子供|子ども|キッズ/u],
  ['animation', /애니|만화|アニメ|漫画|マンガ|ボイコミ|アニメーション/u],
  ['cars', /자동차|시승기|기아|현대차|車|バイク|納車/u],
  ['animals', /강아지|고양이|동물|댕댕|犬|猫|動物|ねこ|いぬ/u],
  ['fitness', /운동|다이어트|홈트|筋トレ|ダイエット|痩せ/u],
  ['travel', /여행|캠핑|旅|キャンプ|電車|ホテル/u],
]
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u

const kindsByStem = new Map<string, TitleKind[]>()
for (const [kind, words] of Object.entries(KIND_WORDS) as [TitleKind, string][]) {
  for (const { folded } of writtenWords(words)) {
    const stem = stemOf(folded)
    const kinds = kindsByStem.get(stem) ?? []
    if (!kinds.includes(kind)) kindsByStem.set(stem, [...kinds, kind])
  }
}

const KINDS_MAX = 3

/** A title with the stems of its words. */
export interface StemmedTitle {
  readonly title: string
  readonly stems: Iterable<string>
}

/** A kind that titles announce, and how many signs of it a title has on average. */
interface AnnouncedKind {
  readonly kind: TitleKind
  readonly signs: number
}

/** The kinds that the titles announce most, strongest first. Pure. */
export function kindsOf(titles: readonly StemmedTitle[]): AnnouncedKind[] {
  const votes = new Map<TitleKind, number>()
  const vote = (kind: TitleKind, weight: number) => votes.set(kind, (votes.get(kind) ?? 0) + weight)
  for (const { title, stems } of titles) {
    for (const stem of stems) {
      const kinds = kindsByStem.get(stem) ?? []
      for (const kind of kinds) vote(kind, 1 / kinds.length)
    }
    if (!UNSPACED.test(title)) continue
    for (const [kind, text] of KIND_TEXTS) if (text.test(title)) vote(kind, 1)
  }
  const least = Math.max(0.5, titles.length / 10)
  return [...votes]
    .filter(([, count]) => count >= least)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, KINDS_MAX)
    .map(([kind, count]) => ({ kind, signs: count / titles.length }))
}
