/**
 * The language that titles are written in, guessed from their script and from the small words that every sentence of a
 * language needs. The same small words say nothing about a topic.
 */
import { type WrittenWord, writtenWords } from './search-text.ts'

/** Small words by language, folded; Hindi's are those of its spelling in Latin letters, as titles mostly have it. */
const SMALL_WORDS: Readonly<Record<string, string>> = {
  en: `the and you your for with this that are was were what how why who when where from not have has had can will just about
    out all more than them they his her our its into over after before been being did does dont get got let off only very
    would could should here there these those then too also vs my me we he she it is in on of to at by an or if be do so up
    no as us don doesn didn isn wasn aren ain ever never every most much many some any own make made making makes first last
    things thing new best top full part episode video videos official live vs ft feat`,
  es: `el la los las un una unos unas de del que por para con sin sobre como mas pero muy este esta estos estas ese esa eso
    mi mis tu tus su sus nos les lo al es son fue ser hay ya no si se le te me yo cuando donde quien porque desde hasta entre
    todo todos toda todas nuevo nueva mejor mejores asi tambien vez hoy anos oficial capitulo contra cual cada aqui`,
  pt: `os as um uma uns umas do da dos das no na nos nas em ao aos que por para pra com sem sobre como mais mas muito este
    esta esse essa isso meu minha seu sua seus suas voce voces nao sim ja foi ser tem ter vai vou esta estao quando onde quem
    porque ate entre tudo todos toda todas novo nova melhor melhores oficial hoje ele ela eu gente episodio contra depois`,
  fr: `le la les un une des du de au aux et est sont pas pour par avec sans sur dans que qui quoi dont plus mais tres ce cet
    cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs je tu il elle nous vous ils elles on ne se si
    comment pourquoi quand tout tous toute toutes nouveau nouvelle meilleur fait faire ete etre ont avoir suis clip officiel`,
  de: `der die das den dem des ein eine einen einem einer und ist sind nicht fur mit ohne auf aus bei von vom zum zur im am um
    auch nur noch mehr aber sehr wie was wer wo wann warum wenn dass ich du er sie es wir ihr mich mein meine dein deine sein
    seine unser hat haben wird werden war kann gegen nach uber unter vor bis zu so schon jetzt neue neuer neues beste folge`,
  it: `il lo la gli le un uno una di del della dei delle dal dalla nel nella che chi per con senza su sul sulla come piu ma
    molto questo questa questi queste mio mia tuo tua suo sua nostro sono sei non si ci vi quando dove perche tutto tutti
    tutta nuovo nuova migliore ufficiale anche ancora oggi fatto essere ho ha hanno contro puntata`,
  nl: `de het een en van voor met zonder op uit bij naar niet wel maar zeer dit dat deze die mijn jouw zijn haar ons onze ik
    jij hij wij jullie zij is was waren heeft hebben wordt kan wat wie waar wanneer waarom hoe ook nog meer nieuwe beste aflevering`,
  pl: `nie na do od za ze sie jest sa to ten ta te tego czy jak co kto gdzie kiedy dlaczego ale bardzo moj moja moje twoj
    swoj dla przez przed po pod nad bez oraz lub tylko jeszcze juz byl byla bylo wszystko wszyscy nowy nowa najlepszy odcinek`,
  tr: `ve bir bu su ile icin ne nasil neden niye kim nerede cok daha en gibi kadar ama degil var yok mi mu ben sen biz siz
    benim senin onun bizim yeni bolum olan oldu olarak sonra once her sey bana sana beni seni ki de da resmi`,
  id: `yang dan di ke dari untuk dengan ini itu tidak bisa ada akan sudah juga atau karena saya aku kamu kita kami mereka dia
    apa siapa kapan dimana kenapa bagaimana lebih paling baru terbaru semua jadi gak nya buat dalam pada sampai banget`,
  vi: `va cua la co khong cho voi nay do cac mot nhung trong den tu khi nao sao lam duoc nguoi toi ban anh em chung ta hay
    rat nhat moi tap`,
  hi: `hai hain ka ki ke ko se mein par aur nahi nahin kya kyu kyun kaise kab kahan kaun jab tab bhi hi tha thi ho hota hoti
    raha rahi rahe gaya gayi gaye kar karo karne karte kiya diya liya apna apni apne mera meri mere tera teri tere hum tum
    aap yeh ye woh wo kuch sab bahut accha dekho liye wala wale wali bhai`,
  sv: `och att det som en ett den de av pa med for inte har var till om jag du vi ni han hon mitt min din sin sig nar vad
    vem hur dar fran eller men mycket nya basta avsnitt`,
  ro: `si de la cu pe in din nu este sunt ce cine cand unde cum pentru prin sau dar foarte mai acest aceasta eu tu noi voi
    el ea lui meu mea tau ta sau lor nou noua cel cea oficial episodul`,
  cs: `se na je ve ze to ten ta jak co kdo kde kdy proc ale velmi muj moje tvuj svuj pro pres pred po pod nad bez nebo jen
    jeste uz byl byla bylo vsechno novy nova nejlepsi dil`,
  ru: `и в на не что как это все вот так его она они мы вы ты он но да за по из от до для при без или если когда где кто
    почему зачем уже еще меня мне мои моя мое мой моего твои твой наш наша ваш ваша свои свой себя себе был была было были
    есть нет будет только очень чтобы после перед под над про об со ко же ли бы то та те тот эта эти этот этой этого чем них
    ним ней нас вас нам вам ему ей их самый самая самые самое новый новая новые новое лучшие лучший который которые которая
    тоже можно надо нужно даже теперь сейчас серия часть выпуск видео году год`,
  uk: `і в у на не що як це все так його вона вони ми ви ти він але та за по із від до для при без або якщо коли де хто чому
    навіщо вже ще мене мені мої моя моє мій твій наш ваш свій себе був була було були є немає буде тільки дуже щоб після перед
    під над про зі цей ця ці той найкращий новий нова нові серія випуск відео року`,
  bg: `и в на не че как това се си са е за по от до при без или ако кога къде кой защо вече още ме ми моя моят твой наш ваш
    свой бях беше има няма ще само много за да след преди под над със най`,
}

const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(SMALL_WORDS)) {
  for (const { folded } of writtenWords(words)) {
    const languages = languagesOf.get(folded) ?? []
    if (!languages.includes(language)) languagesOf.set(folded, [...languages, language])
  }
}

/** Scripts that one language has nearly to itself. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/u, 'ja'],
  [/\p{sc=Hang}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Deva}/u, 'hi'],
  [/\p{sc=Beng}/u, 'bn'],
  [/\p{sc=Taml}/u, 'ta'],
  [/\p{sc=Telu}/u, 'te'],
  [/\p{sc=Mlym}/u, 'ml'],
  [/\p{sc=Knda}/u, 'kn'],
  [/\p{sc=Gujr}/u, 'gu'],
  [/\p{sc=Guru}/u, 'pa'],
  [/\p{sc=Sinh}/u, 'si'],
  [/[ٹڈڑےں]/u, 'ur'],
  [/[پچژگ]/u, 'fa'],
  [/\p{sc=Arab}/u, 'ar'],
  [/\p{sc=Hebr}/u, 'he'],
  [/\p{sc=Grek}/u, 'el'],
  [/\p{sc=Geor}/u, 'ka'],
  [/\p{sc=Armn}/u, 'hy'],
]

/** Letters that few languages write; a hint as strong as a small word. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[ãõ]/iu, 'pt'],
  [/[ñ¿¡]/iu, 'es'],
  [/[ßäöü]/iu, 'de'],
  [/[èêœù]|ç/iu, 'fr'],
  [/[ğışİ]/u, 'tr'],
  [/[łąęśźż]/iu, 'pl'],
  [/[ơưđạảấầậếềệốồộớờợứừự]/iu, 'vi'],
  [/[ěřů]/iu, 'cs'],
  [/[åø]/iu, 'sv'],
  [/[ță]/iu, 'ro'],
  [/[іїєґ]/iu, 'uk'],
  [/[ыэё]/iu, 'ru'],
  [/[қғңәұһ]/iu, 'kk'],
]

const ASCII = /^[\x20-\x7e]*$/
const CYRILLIC = /\p{sc=Cyrl}/u
/** Nearly all titles are Latin or Cyrillic: they need not be asked for the other scripts one by one. */
const OTHER_SCRIPT = /[^\0-\u036f\u0400-\u052f\u2000-\u20cf\u{1f300}-\u{1faff}]/u

/** A title with its words. */
export interface WrittenTitle {
  readonly title: string
  readonly words: readonly WrittenWord[]
}

/** Whether a folded word is one of the small words of any language. */
export function isSmallWord(folded: string): boolean {
  return languagesOf.has(folded)
}

/** The language of some titles, as a two-letter code, or null when nothing tells it. Pure. */
export function speechOf(titles: readonly WrittenTitle[]): string | null {
  const votes = new Map<string, number>()
  const vote = (language: string, weight: number) => votes.set(language, (votes.get(language) ?? 0) + weight)
  for (const { title, words } of titles) {
    const script = OTHER_SCRIPT.test(title) ? SCRIPTS.find(([letters]) => letters.test(title)) : undefined
    // A sign of a script outweighs the English words that stand beside it.
    if (script !== undefined) vote(script[1], 4)
    if (!ASCII.test(title))
      for (const [letters, language] of LETTERS) if (letters.test(title)) vote(language, 1)
    for (const { folded } of words) {
      const languages = languagesOf.get(folded)
      for (const language of languages ?? []) vote(language, 1 / (languages?.length ?? 1))
    }
    if (script === undefined && CYRILLIC.test(title)) vote('ru', 0.5)
  }
  let best: string | null = null
  for (const [language, weight] of votes)
    if (best === null || weight > (votes.get(best) ?? 0)) best = language
  return best
}
