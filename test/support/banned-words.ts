import type { Language } from '#shared/i18n/messages.ts'

/** What is read: dictionaries with emails, legal texts, or documents. */
export type Place = 'screens' | 'legal' | 'documents'

/** Words to avoid, separated by commas, and what to say instead. A star stands for any ending. */
type Words = Readonly<Record<string, string>>

/** Avoided in every place. */
const EVERYWHERE: Readonly<Record<Language, Words>> = {
  en: {
    'e-mail*': 'email',
    'this letter, our letter': 'this email, our email',
    shall: 'should, will',
    'once and for all': 'charged once',
    'costs nothing again, costs nothing twice, never costs again': 'nothing is charged twice',
    'delivered at once': 'delivered instantly',
    anew: 'again, another',
    'small sum': 'small puzzle',
    'your mark, choose a mark': 'your rating',
    'you can spend': 'you have',
    'how your payment stands': 'your payment',
    'take away a filter': 'the filter’s name',
    'contact fits, contacts fit': 'contacts found',
    'own dates': 'custom dates',
    'days are those of': 'days follow Moscow time',
    'it is forbidden': 'you must not',
    'offer holds': 'offer is valid',
    'go on': 'continue',
    'ask for a new, ask for a code': 'request',
    'dead channel*': 'inactive',
    'programming interface': 'API',
    'that you give before paying': 'the address of your account',
    'whatever serves': 'what',
    'looked at it, looking at it, we look ourselves': 'reviewed, under review',
    'such a name': 'that name',
    'refuse subjects': 'not advertised',
    'unused uses': 'remaining uses',
    'address of this page, address of the page': 'link',
    'ended the session': 'logged out',
  },
  ru: {
    'выполнен выход, выполнен вход, будет выполнен*': 'вы выйдете, вы вошли',
    'сесси*': 'сеанс',
    'молчащ*': 'неактивные',
    'контакт подходит, контакта подходят, контактов подходят': 'Найдено: 3 контакта',
    'одна проверка и две отметки': 'последний шаг',
    'хеш адреса, хеш вашего адреса, хеш с секретным ключом, хешами': 'код, по которому адрес не восстановить',
    'подаренные, подаренных': 'бесплатные',
    программами: 'с помощью программ, ботам',
    'один раз и навсегда, больше ничего не стоит': 'списывается один раз',
    'тариф*, блогер*, кредиты': 'пакет, автор, открытия',
    'базу каналов, база каналов': 'каталог',
    'емейл*, имейл*, мейл*': 'почта, адрес почты',
    'кликн*, логин*': 'нажмите, вход',
    'данный, данная, данного, данной': 'этот',
    'осуществл*, посредством, в случае если, в целях, имеется': 'обычный глагол, через, если, чтобы, есть',
    'псевдоним*': '@имя',
    необходимо: 'нужно',
    'отслежива*': 'следить',
    'еще, ее, счет, учет, идет, придет': 'ещё, её, счёт, учёт, идёт, придёт',
    'без разбора': 'автоматически',
    'открытые цифры': 'качество контактов',
    'сообщение о проблеме, сообщения о проблемах': 'жалоба',
    'дважды ничего': 'второго списания не будет',
    'номер канала': 'ID канала',
    'завершить сеанс, завершить сеансы': 'выйти',
    'запас на сегодня, дневного запаса': 'дневной лимит',
    'адрес страницы, адрес этой страницы, адреса каналов': 'ссылка',
    'имена с @, имён с @': '@имена',
  },
}

/** Avoided on screens, in emails and in legal texts. */
const FOR_READERS: Readonly<Record<Language, Words>> = {
  en: {
    'a letter, the letter': 'an email, the email',
    'for nothing': 'free of charge',
    'keyed hash*': 'scrambled code',
    'goes on': 'continues',
    'is left of the, taken back': 'unspent, withdrawn',
    'start page': 'home page',
    silent: 'inactive',
    'track*, tracking': 'follow',
    whoever: 'who',
    'blogger*, customer*': 'creator, buyer',
    'unlock*, coupon*, tariff*, blacklist*': 'open, promocode, package, scrambled code',
    'credits, tokens, points': 'uses',
    'uses came back, use came back, use is back': 'we return a use',
    'email that came back, email came back, emails came back': 'bounced email, bounce message',
    'topped up': 'renewed',
    'hand in, hands in, handed in': 'submit',
    'looks at it': 'reviews it',
    'need not': 'do not have to',
    'take it back': 'undo the change',
    'refused subject*': 'not advertised',
    'how it thinks': 'how it works',
    'all the same': 'anyway',
    'comes along': 'is included',
    'log in no more': 'cannot log in',
    'so many': 'the number, at most',
    withheld: 'no longer shown',
    'is alive': 'is active',
    'end the session': 'log out',
  },
  ru: {
    данное: 'это',
    'имя с @, имени с @': '@имя',
    'подарочн*': 'бесплатные',
    'посмотрит человек': 'проверим вручную',
    'тематик*': 'категория',
    'на карточке': 'выше, у каждого',
    'убрать адрес, убрать свой адрес': 'удалить адрес',
  },
}

/** Avoided on screens and in emails. */
const ON_SCREENS: Readonly<Record<Language, Words>> = {
  en: {
    'public figure*': 'contact quality',
    'business address*': 'contact; once explained as business email',
    'uses come back, use comes back': 'we return a use',
    'the platform': 'YouTube',
    'fingerprint*': 'scrambled code',
    'somebody, anybody, everybody': 'someone, anyone, everyone',
    'figure, figures': 'number, statistics, metric',
    'from the next night on': 'from tomorrow',
    'no future list': 'future imports',
    'purposes of processing': 'why we process data',
  },
  ru: {
    'использований, использованиями, одно использование, использование списано': 'открытие',
    'деловой адрес, деловые адреса': 'почта для рекламных предложений',
    'платформа, платформы, платформе, платформу': 'YouTube',
    'вернётся само, вернулось само': 'мы вернули',
    'отпечат*': 'код, по которому адрес не восстановить',
    'новый список': 'новые данные',
    'дневной запас': 'дневной лимит',
  },
}

const LISTS: Readonly<Record<Place, readonly Readonly<Record<Language, Words>>[]>> = {
  screens: [EVERYWHERE, FOR_READERS, ON_SCREENS],
  legal: [EVERYWHERE, FOR_READERS],
  documents: [EVERYWHERE],
}

/** Finds words to avoid in a text. @returns each with what to say instead */
export function bannedWords(language: Language, place: Place): (text: string) => string[] {
  const banned = LISTS[place]
    .flatMap((words) => Object.entries(words[language]))
    .map(([words, instead]) => {
      const any = words.split(', ').map((word) => word.replaceAll('*', String.raw`\p{L}*`))
      return { pattern: new RegExp(String.raw`(?<!\p{L})(?:${any.join('|')})(?!\p{L})`, 'iu'), instead }
    })
  return (text) => {
    const plain = text.replaceAll(/\s+/g, ' ')
    return banned.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(plain)
      return found === null ? [] : [`${found[0]} → ${instead}`]
    })
  }
}
