/**
 * How titles are written: signs that a channel repeats whatever it speaks of, and that tell a broadcaster from a person, or a
 * song from a match. Kept among a channel's words, as its kinds are.
 */

const FORMS = {
  pipe: /[|｜]/u,
  dash: / [-–—] /u,
  slash: /\/\//u,
  colon: /[^\d]: /u,
  quotes: /["“”«»„「『‘]/u,
  'square brackets': /[[【［]/u,
  brackets: /[(（]/u,
  hashtag: /#\p{L}/u,
  emoji: /\p{Extended_Pictographic}/u,
  ellipsis: /\.\.|…/u,
  exclamation: /[!！]/u,
  shouting: /[!！?？]{2}/u,
  question: /[?？]/u,
  date: /\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{8}\b|\b\d{6}\b|\d월|\d日/u,
  year: /\b(?:19|20)\d\d\b/u,
  score: /\b\d{1,2} ?[-:x–] ?\d{1,2}\b/iu,
  money: /[$€£₽₹¥]|\b\d+k\b/iu,
  episode:
    /#\s?\d+|\b(?:ep|eps|episode|episodio|capitulo|cap|folge|part|pt|teil|bolum|bölüm|odc|tập|часть|серия|выпуск|сезон|season|saison|temporada|puntata)\b\.?\s*#?\d+|\d+\s*(?:серия|часть|выпуск|bölüm|회|화|話|부)|第.{1,4}[話回弾]/iu,
  number: /^\D*\b\d+\b/u,
  initial: /^\p{Lu}[^\p{Lu}]*$/u,
  I: /私|僕|俺|(?<!\p{L})j'ai(?!\p{L})/iu,
  you: null,
  how: /方法|とは|하는 법|이유|(?<!\p{L})por qué(?!\p{L})/iu,
  '*': /\*/u,
  versus: null,
  short: /^.{1,25}$/u,
  long: /^.{75,}$/u,
} as const satisfies Readonly<Record<string, RegExp | null>>

/** Forms that single words show. */
const FORM_WORDS = {
  I: `i my we our me я мой моя мои мы мне меня мою наш наша yo mi mis nuestro nos eu meu minha meus gente nosso je mon ma mes nous
    notre ich mein meine meinen wir unser unsere io mio ja mój moja ben benim main mera mere meri tôi mình 나 나의 내 우리 제가 저의
    自分`,
  you: 'you your ты вы твой ваш тебя вас tu tus te você vous votre dein du aap 여러분',
  how: 'how why what как почему зачем что cómo como comment pourquoi wie warum kaise nasıl jak',
  versus: 'v vs против contra contre gegen',
} as const satisfies Readonly<Record<string, string>>

export type TitleForm = keyof typeof FORMS | 'capitals' | 'many capitals'

const forms = Object.entries(FORMS) as [TitleForm, RegExp | null][]
const formOfWord = new Map(
  Object.entries(FORM_WORDS).flatMap(([form, words]) =>
    words.split(/\s+/).map((word) => [word, form] as const),
  ),
)

/** The forms that at least half of the titles have, those of the first titles first. Pure. */
export function formsOf(titles: readonly string[]): TitleForm[] {
  const read = titles.map(readForms)
  const found = forms.map(([form, sign]) => ({
    form,
    first: firstIfUsual(read, ({ title, ofWords }) => ofWords.has(form) || sign?.test(title) === true),
  }))
  for (const form of ['capitals', 'many capitals'] as const)
    found.push({ form, first: firstIfUsual(read, ({ capitals }) => capitals === form) })
  return found
    .filter(({ first }) => first >= 0)
    .toSorted((a, b) => a.first - b.first)
    .map(({ form }) => form)
}

interface FormedTitle {
  readonly title: string
  readonly ofWords: ReadonlySet<string>
  readonly capitals: TitleForm | null
}

function readForms(title: string): FormedTitle {
  const ofWords = new Set<string>()
  let [long, loud] = [0, 0]
  for (const word of title.match(/\p{L}+/gu) ?? []) {
    const form = formOfWord.get(word.toLowerCase())
    if (form !== undefined) ofWords.add(form)
    if (!LONG.test(word)) continue
    long += 1
    if (word === word.toUpperCase() && word !== word.toLowerCase()) loud += 1
  }
  const capitals = loud === 0 ? null : loud === long ? 'capitals' : loud * 3 > long ? 'many capitals' : null
  return { title, ofWords, capitals }
}

const LONG = /.{3}/u

/** The first title with the sign if at least half have it, otherwise -1; asks no more titles than that takes. */
function firstIfUsual(titles: readonly FormedTitle[], has: (title: FormedTitle) => boolean): number {
  let first = -1
  let [having, without] = [0, 0]
  for (const [at, title] of titles.entries()) {
    if (!has(title)) {
      if (++without * 2 > titles.length) return -1
      continue
    }
    if (first < 0) first = at
    if (++having * 2 >= titles.length) return first
  }
  return -1
}
