import type { LegalText, LegalVersion } from './document.ts'

const en: LegalText = {
  title: 'Why we process data',
  description: 'Why Channelbook processes personal data: which data, on what legal basis and for how long.',
  lead: 'Each purpose on its own: which data it needs, on what legal basis we process it, and how long we keep it. Data that serves none of these purposes is not collected.',
  sections: [
    {
      title: 'Your account',
      text: [
        'To let you in, to recognise you and to keep others out.',
        [
          'Data: email address, username, hash of the password, whatever you add as a second login step, the devices on which you are logged in, and the codes and links we email to you.',
          'Legal basis: the contract with you, and the consent you give when signing up.',
          'Kept for: the life of the account. Codes and links expire within minutes, logins 30 days after the last visit and 90 days after they began at the latest.',
        ],
      ],
    },
    {
      title: 'Contacts you buy',
      text: [
        'To show a contact once it is paid for, to show it again free of charge, to keep what you note on channels, your lists, searches and email templates, and to prove what was sold.',
        [
          'Data: which contact you opened, when and with which use; your lists of channels, statuses, dates, prices, tags and notes with their history; saved searches and templates.',
          'Legal basis: the contract.',
          'Kept for: the life of the account. The ledger of uses remains without your name and address, for 3 years at most.',
        ],
      ],
    },
    {
      title: 'Working in a team',
      text: [
        'To let colleagues share uses, contacts and notes, and to show a team who did what for it.',
        [
          'Data: the teams that you belong to, your role and budget, and what you did for them; the address to which an invitation was sent, and who sent it.',
          'Legal basis: the contract; for somebody invited, the legitimate interest of colleagues in working together.',
          'Kept for: as long as you are in the team; what you did stays with it, and without your name once your account is deleted. An invitation is kept for 7 days.',
        ],
      ],
    },
    {
      title: 'Contacts that do not work',
      text: [
        'To return uses, to stop selling contacts that fail, and to recognise false reports.',
        [
          'Data: what you reported of which contact, the mail server’s reply that you pasted, and what became of it. Others see numbers only.',
          'Legal basis: the contract, and our legitimate interest in honest reports.',
          'Kept for: 90 days for the pasted reply, and never longer than the account; the rest as long as the ledger of uses, without your name and address.',
        ],
      ],
    },
    {
      title: 'Payments and receipts',
      text: [
        'To take payment, to send the receipt required by law, and to answer for errors.',
        [
          'Data: package, amount, time, the payment provider’s number, the address for the receipt, the last four digits of the card number where the provider reports them; the name, tax number and address of your company, if you give them for documents.',
          'Legal basis: the contract, and the law on accounting and receipts.',
          'Kept for: as long as that law requires; after the account is deleted, without your name, your address, your company and these digits, and for 3 years at most.',
        ],
      ],
    },
    {
      title: 'Free uses, once per person',
      text: [
        'To give welcome uses and promocodes only once.',
        [
          'Data: a scrambled code of your address, from which the address cannot be recovered.',
          'Legal basis: our legitimate interest in preventing abuse by bots.',
          'Kept for: 3 years at most after the account is deleted.',
        ],
      ],
    },
    {
      title: 'Video statistics',
      text: [
        'To show you how the likes and views of a video grow.',
        [
          'Data: which videos you follow, on which day your advertisement came out, and the public statistics of the videos.',
          'Legal basis: the contract.',
          'Kept for: as long as you follow the video; a platform’s statistics for 30 days at most, unless it allows more.',
        ],
      ],
    },
    {
      title: 'Recommendations',
      text: [
        'To show you channels like those you have bought, to leave out what is not for you, and to tell others what the same people buy.',
        [
          'Data: your purchases and the channels that you dismissed; pairs of channels whose contacts at least six different people have bought, for some pairs at least nine. The pairs are counted every night, and kept without names or exact numbers.',
          'Legal basis: the contract for your own recommendations, and for the count our legitimate interest in good ones. You can keep your purchases out of the count in your [profile](profile), from the next night on.',
          'Kept for: the life of the account.',
        ],
      ],
    },
    {
      title: 'Votes, reviews and reports',
      text: [
        'To learn what to build next and what to fix.',
        [
          'Data: your vote, your rating and your words, and your reports that a channel still publishes.',
          'Legal basis: your own wish to tell us.',
          'Kept for: the life of the account; a review stays without your name.',
        ],
      ],
    },
    {
      title: 'Safety and limits',
      text: [
        'To withstand attacks and to keep the service fast for everybody.',
        [
          'Data: counters of requests, stored under scrambled codes from which neither network nor address can be recovered, and technical logs without contents.',
          'Legal basis: our legitimate interest in a service that works.',
          'Kept for: a day for most counters, until they expire for the others.',
        ],
      ],
    },
    {
      title: 'Counting visits',
      text: [
        'To know which pages and features are used, we keep totals on our own server, without identifiers. They are nobody’s personal data.',
      ],
    },
    {
      title: 'The catalogue of creators',
      text: [
        'To let advertisers find creators, to keep addresses right, to tell creators once that their address was given to somebody, and to answer them.',
        [
          'Data: public facts about channels, among them words of recent video titles; business email addresses with source and date; whether the domain of an address takes mail, and how many buyers reported it; what the creator told us: a confirmation, another address, what they do not advertise, a pause; scrambled codes of the addresses to which we have written; the address and the question of a creator who asks us something.',
          'Legal basis: the legitimate interest of both sides, balanced as follows: only addresses that were published for business or given by the creator, disclosed one at a time to people who open one for themselves or their team, with a ban on mailing lists, and an objection that takes effect at once and for good: [remove my address](optout).',
          'Kept for: an address until the creator objects; otherwise it is sold for 12 months at most after it was last seen or confirmed, and deleted after 15. Words of video titles are kept for 30 days at most; a question until a year after the answer, also when the creator objects. Of an objection we keep a scrambled code of the address, so that it is never added again; the address itself is locked and shown to nobody.',
        ],
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

const ru: LegalText = {
  title: 'Зачем нам данные',
  description: 'Зачем Channelbook обрабатывает персональные данные: какие, на каком основании и как долго.',
  lead: 'О каждой цели отдельно: какие данные нужны, на каком основании мы их обрабатываем и как долго храним. То, что ни для одной из целей не нужно, мы не собираем.',
  sections: [
    {
      title: 'Ваш аккаунт',
      text: [
        'Чтобы вы могли войти, а посторонние нет.',
        [
          'Данные: адрес почты, имя пользователя, хеш пароля, то, что вы добавили как второй шаг входа, устройства, на которых вы вошли, коды и ссылки, которые мы вам присылаем.',
          'Основание: договор с вами и согласие, которое вы даёте при регистрации.',
          'Срок: данные хранятся, пока есть аккаунт. Коды и ссылки действуют минуты, вход\u00a0— 30\u00a0дней с последнего визита, но не дольше 90\u00a0дней.',
        ],
      ],
    },
    {
      title: 'Контакты, которые вы покупаете',
      text: [
        'Чтобы показать оплаченный контакт, показать его снова бесплатно, сохранить ваши пометки о\u00a0каналах, списки, поиски и\u00a0шаблоны писем и\u00a0подтвердить, что было продано.',
        [
          'Данные: какой контакт вы открыли, когда и\u00a0за какое открытие; ваши списки каналов, статусы, сроки, цены, метки и\u00a0заметки с\u00a0их историей; сохранённые поиски и\u00a0шаблоны.',
          'Основание: договор.',
          'Срок: данные хранятся, пока есть аккаунт. Учёт открытий остаётся без имени и адреса, не дольше 3\u00a0лет.',
        ],
      ],
    },
    {
      title: 'Работа в команде',
      text: [
        'Чтобы у\u00a0коллег были общие открытия, контакты и заметки и чтобы команда видела, кто что для неё сделал.',
        [
          'Данные: команды, в\u00a0которых вы состоите, ваши роль и бюджет и то, что вы для них сделали; адрес, на который отправлено приглашение, и кто его отправил.',
          'Основание: договор; для приглашённого\u00a0— законный интерес коллег в\u00a0совместной работе.',
          'Срок: данные хранятся, пока вы в\u00a0команде; сделанное остаётся у\u00a0неё, а\u00a0после удаления аккаунта\u00a0— без вашего имени. Приглашение хранится 7\u00a0дней.',
        ],
      ],
    },
    {
      title: 'Контакты, которые не работают',
      text: [
        'Чтобы вернуть открытие, перестать продавать неработающий контакт и распознать ложную жалобу.',
        [
          'Данные: что и о каком контакте вы сообщили, ответ почтового сервера, который вы вставили, и чем всё закончилось. Другим видны только числа.',
          'Основание: договор и наш законный интерес в честных жалобах.',
          'Срок: вставленный ответ хранится 90\u00a0дней и только пока есть аккаунт, остальное\u00a0— столько же, сколько учёт открытий, без имени и адреса.',
        ],
      ],
    },
    {
      title: 'Платежи и чеки',
      text: [
        'Чтобы принять деньги, отправить чек, которого требует закон, и ответить за ошибки.',
        [
          'Данные: пакет, сумма, время, номер у платёжного провайдера, адрес для чека, последние четыре цифры номера карты, если провайдер их сообщает; название, налоговый номер и адрес вашей компании, если вы указали их для документов.',
          'Основание: договор и закон об учёте и чеках.',
          'Срок: данные хранятся столько, сколько требует закон; после удаления аккаунта\u00a0— без имени, адреса, компании и этих цифр, не дольше 3\u00a0лет.',
        ],
      ],
    },
    {
      title: 'Бесплатные открытия\u00a0— один раз',
      text: [
        'Чтобы приветственные открытия и промокоды доставались каждому один раз.',
        [
          'Данные: код вместо вашего адреса, по которому сам адрес не восстановить.',
          'Основание: законный интерес в защите от ботов.',
          'Срок: код хранится не дольше 3\u00a0лет после удаления аккаунта.',
        ],
      ],
    },
    {
      title: 'Статистика видео',
      text: [
        'Чтобы показать, как растут лайки и просмотры.',
        [
          'Данные: за какими видео вы следите, в какой день вышла ваша реклама и публичная статистика этих видео.',
          'Основание: договор.',
          'Срок: данные хранятся, пока вы следите за видео; статистика платформы\u00a0— не дольше 30\u00a0дней, если она не разрешает больше.',
        ],
      ],
    },
    {
      title: 'Рекомендации',
      text: [
        'Чтобы показать вам каналы, похожие на купленные, не показывать лишнего и подсказать другим, что покупают вместе.',
        [
          'Данные: ваши покупки и каналы, которые вы просили не рекомендовать; пары каналов, контакты которых купили не меньше шести разных людей, а для некоторых пар\u00a0— не меньше девяти. Пары подсчитываются каждую ночь и хранятся без имён и точных чисел.',
          'Основание: для ваших рекомендаций\u00a0— договор, для подсчёта\u00a0— наш законный интерес в том, чтобы рекомендации были полезны. Исключить свои покупки из подсчёта можно в [профиле](profile), начиная со следующей ночи.',
          'Срок: данные хранятся, пока есть аккаунт.',
        ],
      ],
    },
    {
      title: 'Голоса, отзывы и сообщения',
      text: [
        'Чтобы понять, что делать дальше и что исправить.',
        [
          'Данные: ваш голос, оценка и текст отзыва, сообщения о том, что канал по-прежнему выпускает видео.',
          'Основание: ваше собственное желание рассказать.',
          'Срок: данные хранятся, пока есть аккаунт; отзыв остаётся без имени.',
        ],
      ],
    },
    {
      title: 'Безопасность и ограничения',
      text: [
        'Чтобы выдерживать атаки и оставаться быстрыми для всех.',
        [
          'Данные: счётчики запросов; вместо сетей и адресов в них коды, по которым их не восстановить; технические журналы без содержимого.',
          'Основание: наш законный интерес в работающем сервисе.',
          'Срок: большинство счётчиков хранится не дольше суток, остальные\u00a0— пока не истечёт их время.',
        ],
      ],
    },
    {
      title: 'Статистика посещений',
      text: [
        'Чтобы знать, какие страницы и функции нужны, мы храним только итоги, на своём сервере и без идентификаторов. Персональными данными они не являются.',
      ],
    },
    {
      title: 'Каталог авторов',
      text: [
        'Чтобы рекламодатели находили авторов, адреса оставались верными, автор один раз узнал, что его адрес кому-то передан, и получил ответ на свой вопрос.',
        [
          'Данные: публичные сведения о каналах, в том числе слова из названий недавних видео; почта для рекламных предложений с источником и датой; принимает ли почту домен адреса и сколько покупателей на него пожаловались; что сообщил автор: подтверждение, другой адрес, темы, которые он не рекламирует, пауза; коды вместо адресов, на которые мы уже писали; адрес и вопрос автора, который к нам обратился.',
          'Основание: законный интерес обеих сторон, взвешенный так: только адреса, опубликованные для рекламных предложений или указанные самим автором, передача по одному и только тому, кто открыл контакт для себя или своей команды, запрет рассылок и возражение, которое действует сразу и навсегда: [удалить мой адрес](optout).',
          'Срок: адрес хранится, пока автор не возразит; иначе он продаётся не дольше 12\u00a0месяцев с того дня, когда его видели или подтвердили в последний раз, и удаляется через 15. Слова из названий видео хранятся не дольше 30\u00a0дней, вопрос\u00a0— ещё год после ответа, в том числе если автор возразит. После возражения остаётся код, по которому адрес не восстановить: он не даст добавить адрес снова; сам адрес закрыт и никому не показывается.',
        ],
      ],
    },
    {
      title: 'Вопросы',
      text: [
        'Обработку ведёт {seller}. Пишите на {email}. Правила\u00a0— в документе [«Условия и конфиденциальность»](terms).',
      ],
    },
  ],
}

/** The purposes of processing. */
export const PURPOSE: LegalVersion = { date: '2026-11-27', texts: { en, ru } }
