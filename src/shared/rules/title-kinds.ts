/**
 * What kind of video a title announces: words that people write in many languages whatever the topic is. Kinds are kept
 * among a channel's words, as words that are never shown.
 */
import { writtenWords } from './search-text.ts'
import { stemOf } from './title-stems.ts'

/** Words by kind, compared by their stems; in unspaced scripts any text. */
const KIND_WORDS = {
  music: `song songs lyric lyrics lyrical remix cover acoustic album mv audio visualizer karaoke instrumental prod feat ft
    singer songs mixtape freestyle rap concert band cypher unplugged single clip videoclip klip letra clipe musica musique
    musik chanson paroles cancion canciones banda corrido corridos cumbia reggaeton forro sertanejo funk pagode piosenka
    teledysk sarki sarkisi lagu клип песня песни трек музыка альбом ремикс кавер концерт премьера текст пісня кліп
    gaana gana geet bhajan bhojpuri haryanvi
    뮤직비디오 노래 커버 음악 무대 안무 직캠 歌 曲 主題歌 音楽 歌ってみた 弾いてみた 演奏 ライブ映像 أغنية كليب گانا गाना गीत भजन सॉन्ग`,
  gaming: `gameplay minecraft fortnite roblox pubg gta walkthrough playthrough gaming gamer game games speedrun valorant csgo
    dota warzone nintendo xbox playstation ps4 ps5 steam esports brawl clash mod mods modded multiplayer fifa pokemon zelda
    mario sims apex overwatch genshin among terraria skyrim cyberpunk freefire freefire battlegrounds royale boss noob
    speedrunner speedrunners manhunt playing jogo jogos jogando juego juegos jugando jeu jeux spiel spiele zocken gra gry
    oyun игра игры играю прохождение летсплей майнкрафт роблокс гта дота стрим танки гра проходження
    게임 マイクラ ゲーム 実況 攻略 ガチャ 荒野行動 スマブラ ポケモン モンスト パズドラ فري فاير ببجي गेम`,
  sport: `highlights highlight goals goal football soccer nba nfl ufc mma boxing cricket ipl match league cup tennis f1 nascar
    wwe wrestling olympic olympics baseball mlb nhl hockey basketball golf rugby fight fights fighter knockout finals playoffs
    race racing grand prix champions uefa premier laliga liga bundesliga futebol gol gols jogo melhores futbol partido goles
    resumen fussball tor tore spieltag mecz gole bramki mac ozeti fenerbahce galatasaray besiktas матч голы гол обзор футбол
    хоккей бокс бой боев лига чемпионов турнир бои 축구 야구 하이라이트 경기 골 サッカー 野球 試合 ハイライト 巨人 阪神 プロ野球 競馬 اهداف مباراة ملخص`,
  news: `news breaking live president minister election elections trump biden modi court police protest protests covid
    coronavirus covid19 pandemic interview debate speech congress parliament government vaccine press briefing
    noticias noticia presidente gobierno amlo noticiero ultima hora coronavirus jornal bolsonaro governo nachrichten
    tagesschau actualites gouvernement macron ministre wiadomosci haber haberler gundem новости новость президент путин
    лукашенко выборы протест протесты митинг беларусь минск политика война суд новини samachar khabar taja bihar
    뉴스 속보 대통령 정치 국회 ニュース 速報 会見 報道 首相 اخبار عاجل समाचार न्यूज़ खबर न्यूज`,
  vlog: `vlog vlogs vlogging daily routine day life moving house tour haul grwm family couple wedding baby pregnant pregnancy
    birthday surprise surprising girlfriend boyfriend husband wife mom dad storytime rotina vida dia casa familia vie
    journee alltag влог влоги день жизнь семья дом муж жена мама папа сюрприз свадьба беременность
    브이로그 일상 하루 ブイログ 日常 ルーティン 夫婦 家族 カップル मेरा`,
  beauty: `makeup make-up skincare beauty hair haircut hairstyle nails outfit outfits fashion style try-on lookbook glow
    tutorial maquiagem maquillaje maquillage coiffure frisur макияж уход волосы прическа образы мода 메이크업 화장 코디
    뷰티 メイク コスメ スキンケア ヘア ファッション मेकअप`,
  food: `recipe recipes cook cooking food eat eating cake chicken mukbang kitchen baking restaurant burger pizza tasting
    dinner breakfast lunch chef dessert receita receitas cozinha bolo receta recetas cocina comida recette recettes cuisine
    gateau rezept rezepte kochen backen essen przepis tarif yemek рецепт рецепты готовим еда вкусно торт кухня ужин завтрак
    먹방 요리 레시피 음식 맛집 料理 レシピ 大食い 爆食 食べ モッパン 飯 رجيم وصفة طبخ रेसिपी`,
  tech: `review unboxing iphone android smartphone phone samsung galaxy laptop pc apple xiaomi camera gadget gadgets tech
    macbook ipad specs benchmark gpu cpu rtx tesla note launch price oneplus realme software app
    analise celular unboxen test обзор распаковка смартфон айфон телефон ноутбук 리뷰 언박싱 스마트폰 レビュー 開封 スマホ ガジェット`,
  tutorial: `tutorial diy hacks hack learn tips trick tricks guide explained course lesson class exam math science lecture
    history facts documentary como-fazer aula dicas aprenda como-hacer truco trucos tutoriel astuces anleitung tipps
    урок уроки лайфхак лайфхаки своими руками инструкция обучение факты наука история егэ 강의 공부 꿀팁 方法 解説 授業 勉強 講座
    शिक्षा`,
  film: `trailer teaser movie movies film films netflix series season episode scene marvel disney dc hbo cinema filme trailer
    pelicula bande annonce serie dublado legendado fragman bolum dizi zwiastun трейлер тизер фильм фильмы сериал кино сезон
    드라마 예고 영화 회 予告 映画 ドラマ 本予告 特報 مسلسل الحلقة مقطع`,
  comedy: `funny comedy prank pranks standup parody sketch meme memes joke jokes fails fail humor roast troll laugh skit
    engracado piada pegadinha broma chiste humour blague lustig witze komik saka прикол приколы юмор пранк смешные
    пародия комедия камеди стендап ржака 코미디 개그 몰카 몰래카메라 コント 漫才 お笑い ドッキリ कॉमेडी`,
  reaction: `reaction reactions reacts react reacting reagindo reaccion reaccionando reaccionamos reaktion reagiert reagieren
    tepki реакция реагирует смотрит 반응 리액션 リアクション 反応`,
  challenge: `challenge challenges challange 24 hours vs last win wins bet spent survive survived desafio reto retos defi
    челлендж челленджи часа часов выживание кто последний 챌린지 チャレンジ 検証 企画 対決`,
  kids: `kids toys toy nursery rhymes baby children dolls barbie cartoon cartoons learning colors pretend lol peppa paw
    infantil criancas brinquedos brinquedo ninos juguetes enfants jouets kinder spielzeug мультик мультики мультфильм
    дети детей игрушки куклы малыш 장난감 어린이 키즈 おもちゃ 子供`,
  animation: `animation animated animatic cartoon anime manga amv storytime animatics episode desenho animacao animacion
    анимация аниме мультсериал 애니 アニメ 漫画 マンガ ボイコミ`,
  cars: `car cars bmw audi mercedes toyota honda ford motorcycle bike engine drift turbo truck garage driving vs race
    carro carros moto coche coches voiture auto autos автомобиль авто машина машины тачка двигатель бмв тест-драйв жигули
    자동차 시승기 車 バイク 納車`,
  animals: `dog dogs puppy cat cats kitten animal animals pet pets wildlife cachorro gato perro perros gatos chien chat hund
    katze собака кот кошка котенок животные щенок 강아지 고양이 犬 猫 動物 ねこ`,
  fitness: `workout fitness gym exercise yoga abs training bodybuilding weight loss cardio treino academia ejercicio rutina
    тренировка фитнес похудеть упражнения 운동 다이어트 홈트 筋トレ ダイエット`,
  travel: `travel trip flight airport hotel beach island train adventure camping road tour exploring city abandoned viagem
    viaje voyage reise urlaub путешествие поездка отель турция крым отдых море 여행 캠핑 旅 旅行 キャンプ 電車 ホテル`,
} as const satisfies Readonly<Record<string, string>>

export type TitleKind = keyof typeof KIND_WORDS

const kindsByStem = new Map<string, TitleKind[]>()
for (const [kind, words] of Object.entries(KIND_WORDS) as [TitleKind, string][]) {
  for (const { folded } of writtenWords(words)) {
    const stem = stemOf(folded)
    const kinds = kindsByStem.get(stem) ?? []
    if (!kinds.includes(kind)) kindsByStem.set(stem, [...kinds, kind])
  }
}

const KINDS_MAX = 3

/** The kinds that the titles announce most, strongest first. Pure. */
export function kindsOf(titles: readonly (readonly string[])[]): TitleKind[] {
  const votes = new Map<TitleKind, number>()
  for (const stems of titles) {
    for (const stem of stems) {
      const kinds = kindsByStem.get(stem) ?? []
      for (const kind of kinds) votes.set(kind, (votes.get(kind) ?? 0) + 1 / kinds.length)
    }
  }
  const least = Math.max(0.5, titles.length / 10)
  return [...votes]
    .filter(([, count]) => count >= least)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, KINDS_MAX)
    .map(([kind]) => kind)
}
