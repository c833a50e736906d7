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
  I: /(?:^|[^\p{L}])(?:i|my|we|our|i'm|me|я|мой|моя|мои|мы|мне|меня|мою|наш|наша|yo|mi|mis|nuestro|nos|me|eu|meu|minha|meus|gente|nosso|je|j'ai|mon|ma|mes|nous|notre|ich|mein|meine|meinen|wir|unser|unsere|io|mio|ja|mój|moja|ben|benim|main|mera|mere|meri|tôi|mình|나|나의|내|우리|제가|저의|私|僕|俺|自分)(?=$|[^\p{L}])|私|僕|俺/iu,
  you: /(?:^|[^\p{L}])(?:you|your|ты|вы|твой|ваш|тебя|вас|tu|tus|te|você|vous|votre|dein|du|aap|여러분)(?=$|[^\p{L}])/iu,
  how: /(?:^|[^\p{L}])(?:how|why|what|как|почему|зачем|что|cómo|como|por qué|comment|pourquoi|wie|warum|kaise|nasıl|jak)(?=$|[^\p{L}])|方法|とは|하는 법|이유/iu,
  '*': /\*/u,
  versus: /(?:^|[^\p{L}])(?:vs?|против|contra|contre|gegen)(?=$|[^\p{L}])/iu,
  short: /^.{1,25}$/u,
  long: /^.{75,}$/u,
} as const satisfies Readonly<Record<string, RegExp>>

export type TitleForm = keyof typeof FORMS | 'capitals' | 'many capitals'

const forms = Object.entries(FORMS) as [TitleForm, RegExp][]

/** The forms that at least half of the titles have. Pure. */
export function formsOf(titles: readonly string[]): TitleForm[] {
  const votes = new Map<TitleForm, number>()
  for (const title of titles) {
    for (const [form, sign] of forms) if (sign.test(title)) votes.set(form, (votes.get(form) ?? 0) + 1)
    const words = title.match(/\p{L}{3,}/gu) ?? []
    const loud = words.filter((word) => word === word.toUpperCase() && word !== word.toLowerCase()).length
    const form = loud === words.length ? 'capitals' : loud * 3 > words.length ? 'many capitals' : null
    if (form !== null && loud > 0) votes.set(form, (votes.get(form) ?? 0) + 1)
  }
  return [...votes].filter(([, count]) => count * 2 >= titles.length).map(([form]) => form)
}
