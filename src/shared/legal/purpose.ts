import type { LegalText, LegalVersions } from './document.ts'
import { PURPOSE_2026_11_22 } from './purpose-2026-11-22.ts'
import { PURPOSE_2026_11_23 } from './purpose-2026-11-23.ts'
import { PURPOSE_2026_11_24 } from './purpose-2026-11-24.ts'

/** Purposes of processing. */
const en: LegalText = {
  title: 'Purposes of processing',
  description:
    'The purposes for which Channelbook processes personal data: which data, on what grounds and for how long.',
  lead: 'Each purpose on its own: which data it needs, on what grounds, and when it ends. Data that serves none of these purposes is not collected.',
  sections: [
    {
      title: 'Your account',
      text: [
        'To let you in, to recognise you and to keep others out: email address, username, hash of the password, whatever you add as a second login step, sessions, and the codes and links we email to you.',
        'Grounds: the contract with you, and the consent you give when signing up. Until you delete the account; codes and links for minutes, sessions for 30 days since the last visit, 90 days at most.',
      ],
    },
    {
      title: 'Contacts you buy',
      text: [
        'To show a contact once it is paid for, to show it again free of charge, to keep the status and the note you put on it, and to prove what was sold: which contact, when, for which use.',
        'Grounds: the contract. Until you delete the account; the ledger of uses is kept without your name and address, for 3 years at most.',
      ],
    },
    {
      title: 'Contacts that do not work',
      text: [
        'To give uses back, to stop selling contacts that fail, and to recognise false reports: what you reported of which contact, the answer of the mail server that you pasted, what became of it. To others we show numbers only.',
        'Grounds: the contract, and our legitimate interest in honest reports. The pasted answer for 90 days, and only until you delete the account; the rest as long as the ledger of uses, without your name and address.',
      ],
    },
    {
      title: 'Payments and receipts',
      text: [
        'To take payment, to send the receipt required by law, to answer for errors: package, amount, time, the payment provider’s number, the address for the receipt, the last four digits of the card number where the provider reports them.',
        'Grounds: the contract, and the law on accounting and receipts. For as long as that law requires; after the account is deleted, without your name, your address and these digits, and for 3 years at most.',
      ],
    },
    {
      title: 'One gift for one person',
      text: [
        'To give welcome uses and promocodes only once: an unreadable fingerprint of your address, from which nobody can recover the address.',
        'Grounds: our legitimate interest in not giving everything away to bots. For 3 years at most after the account is deleted.',
      ],
    },
    {
      title: 'Video statistics',
      text: [
        'To show you how the likes and views of a video grow: which videos you follow, on which day your advertisement came out, and the public figures of the videos.',
        'Grounds: the contract. Until you stop following; a platform’s figures for 30 days at most, unless it allows more.',
      ],
    },
    {
      title: 'Recommendations',
      text: [
        'To show you channels like those you have bought, and to leave out what is not for you: your purchases and the channels that you dismissed. To tell others what the same people buy: pairs of channels whose contacts at least six different people have bought, for some pairs at least nine. The pairs are counted every night, and kept without names or exact numbers.',
        'Grounds: the contract for your own recommendations, and for the count our legitimate interest in good ones. You can keep your purchases out of the count in your [profile](profile), from the next night on. Until you delete the account.',
      ],
    },
    {
      title: 'Votes, reviews and reports',
      text: [
        'To learn what to build next and what to fix: your vote, your rating and your words, and your reports that a channel still publishes.',
        'Grounds: your own wish to tell us. Until you delete the account; a review stays without your name.',
      ],
    },
    {
      title: 'Safety and limits',
      text: [
        'To withstand attacks and to keep the service fast for everybody: counters of calls under unreadable fingerprints of networks and addresses, and technical logs without contents.',
        'Grounds: our legitimate interest in a service that works. Counters until they expire, which for most of them is within a day.',
      ],
    },
    {
      title: 'Counting usage',
      text: [
        'To know which pages and features are used: totals on our own server, without identifiers, so they are nobody’s personal data.',
      ],
    },
    {
      title: 'The catalogue of creators',
      text: [
        'To let advertisers find creators: public facts about channels, among them words of recent video titles for 30 days at most, and business addresses with source and date.',
        'To keep addresses right: whether the domain of an address takes mail, how many buyers reported it, and what the creator told us: that it is right, another address, unwanted subjects, a pause. To tell creators: an unreadable fingerprint of addresses to which we have written, so that we write once. To answer creators: their address and what they ask, until a year after the answer, also when they object.',
        'Grounds: the legitimate interest of both sides, balanced as follows: only addresses that were published for business or given by the creator, disclosed one at a time to people who pay for one, with a ban on mailing lists, and an objection that takes effect at once and for good: [remove my address](optout).',
        'Until the creator objects; otherwise an address is sold for 12 months at most after it was last seen or confirmed, and deleted after 15. Of an objection we keep an unreadable fingerprint of the address, so that no future list brings it back; the record itself is locked and shown to nobody.',
      ],
    },
    {
      title: 'Questions',
      text: [
        'The data is processed by {seller}. Write to {email}. The rules are in [Terms and privacy](terms).',
      ],
    },
  ],
}

/** Purposes of processing. */
const ru: LegalText = {
  title: 'Цели обработки',
  description:
    'Для каких целей Channelbook обрабатывает персональные данные: какие, на каком основании и как долго.',
  lead: 'Каждая цель отдельно: какие данные ей нужны, на каком основании и когда она заканчивается. То, что ни для одной из целей не нужно, мы не собираем.',
  sections: [
    {
      title: 'Ваш аккаунт',
      text: [
        'Чтобы вы могли войти, а посторонние нет: адрес почты, имя пользователя, хеш пароля, то, что вы добавили как второй шаг входа, сеансы, коды и ссылки, которые мы вам присылаем.',
        'Основание: договор с вами и согласие, которое вы даёте при регистрации. Пока вы не удалите аккаунт; коды и ссылки\u00a0— минуты, сеансы\u00a0— 30\u00a0дней с последнего визита, но не дольше 90\u00a0дней.',
      ],
    },
    {
      title: 'Контакты, которые вы покупаете',
      text: [
        'Чтобы показать оплаченный контакт, показать его снова бесплатно, сохранить ваш статус и заметку к нему и подтвердить, что было продано: какой контакт, когда, за какое использование.',
        'Основание: договор. Пока вы не удалите аккаунт; учёт использований остаётся без имени и адреса, не дольше 3\u00a0лет.',
      ],
    },
    {
      title: 'Контакты, которые не работают',
      text: [
        'Чтобы вернуть использование, перестать продавать неработающий контакт и распознать ложное сообщение: что и о каком контакте вы сообщили, ответ почтового сервера, который вы вставили, и чем всё закончилось. Другим видны только числа.',
        'Основание: договор и наш законный интерес в честных сообщениях. Вставленный ответ\u00a0— 90\u00a0дней и только пока есть аккаунт; остальное\u00a0— столько же, сколько учёт использований, без имени и адреса.',
      ],
    },
    {
      title: 'Платежи и чеки',
      text: [
        'Чтобы принять деньги, отправить чек, которого требует закон, и ответить за ошибки: пакет, сумма, время, номер у платёжного провайдера, адрес для чека, последние четыре цифры номера карты, если провайдер их сообщает.',
        'Основание: договор и закон об учёте и чеках. Столько, сколько требует закон; после удаления аккаунта\u00a0— без имени, адреса и этих цифр, не дольше 3\u00a0лет.',
      ],
    },
    {
      title: 'Один подарок одному человеку',
      text: [
        'Чтобы приветственные использования и промокоды доставались один раз: необратимый отпечаток вашего адреса, по которому сам адрес не восстановить.',
        'Основание: наш законный интерес: не раздать всё ботам. Не дольше 3\u00a0лет после удаления аккаунта.',
      ],
    },
    {
      title: 'Статистика видео',
      text: [
        'Чтобы показать, как растут лайки и просмотры: за какими видео вы следите, в какой день вышла ваша реклама и публичные показатели этих видео.',
        'Основание: договор. Пока вы не перестанете следить за видео; показатели платформы\u00a0— не дольше 30\u00a0дней, если она не разрешает больше.',
      ],
    },
    {
      title: 'Рекомендации',
      text: [
        'Чтобы показать вам каналы, похожие на купленные, и не показывать лишнего: ваши покупки и каналы, которые вы просили не рекомендовать. Чтобы подсказать другим, что покупают вместе: пары каналов, контакты которых купили не меньше шести разных людей, а для некоторых пар\u00a0— не меньше девяти. Пары подсчитываются каждую ночь и хранятся без имён и точных чисел.',
        'Основание: для ваших рекомендаций\u00a0— договор, для подсчёта\u00a0— наш законный интерес в том, чтобы рекомендации были полезны. Исключить свои покупки из подсчёта можно в [профиле](profile), начиная со следующей ночи. Пока вы не удалите аккаунт.',
      ],
    },
    {
      title: 'Голоса, отзывы и сообщения',
      text: [
        'Чтобы понять, что делать дальше и что исправить: ваш голос, оценка и текст отзыва, сообщения о том, что канал по-прежнему выпускает видео.',
        'Основание: ваше собственное желание рассказать. Пока вы не удалите аккаунт; отзыв остаётся без имени.',
      ],
    },
    {
      title: 'Безопасность и ограничения',
      text: [
        'Чтобы выдерживать атаки и оставаться быстрыми для всех: счётчики вызовов под необратимыми отпечатками сетей и адресов, технические журналы без содержимого.',
        'Основание: наш законный интерес в работающем сервисе. Счётчики\u00a0— пока не истечёт их время, для большинства не дольше суток.',
      ],
    },
    {
      title: 'Подсчёт использования',
      text: [
        'Чтобы знать, какие страницы и функции нужны: только итоги, на своём сервере и без идентификаторов, поэтому персональными данными они не являются.',
      ],
    },
    {
      title: 'Каталог авторов',
      text: [
        'Чтобы рекламодатели находили авторов: публичные сведения о каналах, в том числе слова из названий недавних видео (не дольше 30\u00a0дней), деловые адреса с источником и датой.',
        'Чтобы адреса оставались верными: принимает ли почту домен адреса, сколько покупателей о нём сообщили и что сообщил автор: адрес верен, вот другой, такие темы не нужны, сейчас пауза. Чтобы предупредить автора: необратимые отпечатки адресов, на которые мы уже писали, чтобы написать один раз. Чтобы ответить автору: его адрес и вопрос\u00a0— ещё год после ответа, в том числе если автор возразит.',
        'Основание: законный интерес обеих сторон, взвешенный так: только адреса, опубликованные для деловых предложений или данные самим автором, раскрытие по одному и только тому, кто заплатил, запрет рассылок и возражение, которое действует сразу и навсегда: [убрать мой адрес](optout).',
        'Пока автор не возразит; иначе адрес продаётся не дольше 12\u00a0месяцев с того дня, когда его видели или подтвердили в последний раз, и удаляется через 15. От возражения остаётся необратимый отпечаток адреса, чтобы новый список его не вернул; сама запись закрыта и никому не показывается.',
      ],
    },
    {
      title: 'Вопросы',
      text: [
        'Обработку ведёт {seller}. Пишите на {email}. Правила\u00a0— в документе [Условия и конфиденциальность](terms).',
      ],
    },
  ],
}

/** All published versions of the purposes of processing, the newest first. */
export const PURPOSE: LegalVersions = [
  { date: '2026-12-10', announced: '2026-11-26', texts: { en, ru } },
  PURPOSE_2026_11_24,
  PURPOSE_2026_11_23,
  PURPOSE_2026_11_22,
]
