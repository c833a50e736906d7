import type { LegalText, LegalVersion } from './document.ts'

/** Purposes of processing. */
const en: LegalText = {
  title: 'Purposes of processing',
  description:
    'For which purposes Channelbook processes personal data, which data, on which ground and how long.',
  lead: 'Every purpose on its own: which data it needs, on which ground, and when it ends. Whatever serves no purpose here is not collected.',
  sections: [
    {
      title: 'Your account',
      text: [
        'To let you in, to recognise you and to keep others out: e-mail address, username, hash of the password, what you add as a second step of logging in, sessions, codes and links that we mail to you.',
        'Ground: the contract with you, and the consent you give when signing up. Until you delete the account; codes and links for minutes, sessions for 30 days since the last visit, 90 days at most.',
      ],
    },
    {
      title: 'Contacts that you buy',
      text: [
        'To show a contact once it is paid for, to show it again for nothing, and to prove what was sold: which contact, when, for which use.',
        'Ground: the contract. Until you delete the account; the ledger of uses stays without your name and address, at most 3 years.',
      ],
    },
    {
      title: 'Payments and receipts',
      text: [
        'To take money, to send the receipt that the law asks for, to answer for errors: package, amount, time, the payment provider’s number, the address for the receipt.',
        'Ground: the contract, and the law on accounting and receipts. As long as that law asks for it, without your name and address after the account is deleted, at most 3 years.',
      ],
    },
    {
      title: 'One gift for one person',
      text: [
        'So that welcome uses and promocodes are given once: a keyed hash of your address, from which nobody can read the address.',
        'Ground: our legitimate interest in not being emptied by machines. At most 3 years after the account is deleted.',
      ],
    },
    {
      title: 'Video statistics',
      text: [
        'To show you how likes and views of a video grow: which videos you track, and their public figures.',
        'Ground: the contract. Until you stop tracking; figures of a platform for 30 days at most, unless it allows more.',
      ],
    },
    {
      title: 'Votes and reviews',
      text: [
        'To learn what to build next and what to mend: your vote, your mark and your words.',
        'Ground: your own wish to tell us. Until you delete the account; a review stays without your name.',
      ],
    },
    {
      title: 'Safety and limits',
      text: [
        'To withstand attacks and to keep the service quick for all: counters of calls under keyed hashes of networks and addresses, technical logs without contents.',
        'Ground: our legitimate interest in a service that works. Counters until their time is over, a day at most for most of them.',
      ],
    },
    {
      title: 'Counting usage',
      text: [
        'To know which pages and functions are used: totals on our own server, without identifiers, so they are nobody’s personal data.',
      ],
    },
    {
      title: 'The catalogue of creators',
      text: [
        'To let advertisers find creators: public facts of channels, business addresses with source and date.',
        'Ground: the legitimate interest of both sides, weighed like this: only addresses that were published for business or given by the creator, disclosed one at a time to people who pay for one, with a ban on mailing lists, and an objection that works at once and for good: [remove my address](optout).',
        'Until the creator objects. Of an objection we keep a keyed hash, so that no later list brings the address back; the record itself is locked and shown to nobody.',
      ],
    },
    {
      title: 'Questions',
      text: [
        'Processing is done by {seller}. Write to {email}. The rules are in [Terms and privacy](terms).',
      ],
    },
  ],
}

/** Purposes of processing. */
const ru: LegalText = {
  title: 'Цели обработки',
  description:
    'Для каких целей Channelbook обрабатывает персональные данные: какие, на каком основании и сколько.',
  lead: 'Каждая цель отдельно: какие данные ей нужны, на каком основании и когда она заканчивается. То, что не служит ни одной из целей, мы не собираем.',
  sections: [
    {
      title: 'Ваш аккаунт',
      text: [
        'Чтобы впустить вас, узнать и не впустить других: адрес почты, имя пользователя, хеш пароля, то, что вы добавили как второй шаг входа, сессии, коды и ссылки, которые мы вам присылаем.',
        'Основание: договор с вами и согласие, которое вы даёте при регистрации. Пока вы не удалите аккаунт; коды и ссылки — минуты, сессии — 30 дней с последнего визита, но не дольше 90 дней.',
      ],
    },
    {
      title: 'Контакты, которые вы покупаете',
      text: [
        'Чтобы показать оплаченный контакт, показать его снова бесплатно и подтвердить, что было продано: какой контакт, когда, за какое использование.',
        'Основание: договор. Пока вы не удалите аккаунт; учёт использований остаётся без имени и адреса, не дольше 3 лет.',
      ],
    },
    {
      title: 'Платежи и чеки',
      text: [
        'Чтобы принять деньги, отправить чек, которого требует закон, и ответить за ошибки: пакет, сумма, время, номер у платёжного провайдера, адрес для чека.',
        'Основание: договор и закон об учёте и чеках. Столько, сколько требует закон; после удаления аккаунта — без имени и адреса, не дольше 3 лет.',
      ],
    },
    {
      title: 'Один подарок одному человеку',
      text: [
        'Чтобы приветственные использования и промокоды доставались один раз: хеш вашего адреса с секретным ключом, по которому адрес прочитать нельзя.',
        'Основание: наш законный интерес не раздать всё программам. Не дольше 3 лет после удаления аккаунта.',
      ],
    },
    {
      title: 'Статистика видео',
      text: [
        'Чтобы показать, как растут лайки и просмотры: какие видео вы отслеживаете и их публичные числа.',
        'Основание: договор. Пока вы не прекратите отслеживание; числа платформы — не дольше 30 дней, если она не разрешает больше.',
      ],
    },
    {
      title: 'Голоса и отзывы',
      text: [
        'Чтобы понять, что строить дальше и что исправить: ваш голос, оценка и слова.',
        'Основание: ваше собственное желание рассказать. Пока вы не удалите аккаунт; отзыв остаётся без имени.',
      ],
    },
    {
      title: 'Безопасность и ограничения',
      text: [
        'Чтобы выдерживать атаки и оставаться быстрыми для всех: счётчики вызовов под хешами сетей и адресов с секретным ключом, технические журналы без содержимого.',
        'Основание: наш законный интерес в работающем сервисе. Счётчики — пока не истечёт их время, для большинства не дольше суток.',
      ],
    },
    {
      title: 'Подсчёт использования',
      text: [
        'Чтобы знать, какие страницы и функции нужны: итоги на своём сервере, без идентификаторов, поэтому это ничьи персональные данные.',
      ],
    },
    {
      title: 'Каталог авторов',
      text: [
        'Чтобы рекламодатели находили авторов: публичные сведения о каналах, деловые адреса с источником и датой.',
        'Основание: законный интерес обеих сторон, взвешенный так: только адреса, опубликованные для деловых предложений или данные самим автором, раскрытие по одному и только тому, кто заплатил, запрет рассылок и возражение, которое действует сразу и навсегда: [убрать мой адрес](optout).',
        'Пока автор не возразит. От возражения остаётся хеш с секретным ключом, чтобы новый список не вернул адрес; сама запись закрыта и никому не показывается.',
      ],
    },
    {
      title: 'Вопросы',
      text: [
        'Обработку ведёт {seller}. Пишите на {email}. Правила — в документе [Условия и конфиденциальность](terms).',
      ],
    },
  ],
}

/** The purposes of processing of that date, as published. */
export const PURPOSE_2026_11_22: LegalVersion = { date: '2026-11-22', texts: { en, ru } }
