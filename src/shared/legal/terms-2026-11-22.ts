import type { LegalText, LegalVersion } from './document.ts'

/** Terms of use and privacy. */
const en: LegalText = {
  title: 'Terms and privacy',
  description:
    'The rules of using Channelbook, what it keeps of people, why, for how long, and how to object.',
  lead: 'These are the rules for people who use Channelbook, and what happens to their data. The consent to data processing is [a page of its own](dataprocessing).',
  sections: [
    {
      title: '1. Who we are',
      text: [
        'Channelbook is run by {seller} (“we”). Write to {email}: a person reads it and answers within 10 working days, and within a month at the latest where the law sets that time.',
      ],
    },
    {
      title: '2. What the service does',
      text: [
        'Channelbook is an address book of creators of video channels for people who want to buy advertising from them. Searching is free. Seeing the business address of a channel costs one use; the record stays in your account until you delete it.',
        'We are not a party to what you and a creator agree on, and we do not promise that a creator answers.',
      ],
    },
    {
      title: '3. Your account',
      text: [
        'An account belongs to one person. Keep its password to yourself; what is done in the account counts as done by you until you tell us that somebody else got in. You can delete the account at any time in your profile.',
      ],
    },
    {
      title: '4. Uses and payment',
      text: [
        'Uses are sold in the packages of the [purchase page](purchase), at the prices in roubles shown there. By paying you accept the public offer that is linked beside the price. The receipt goes to the e-mail address that you give before paying.',
        'The service is rendered at the moment when a contact is shown. A contact that you bought is shown again for nothing. A channel without a known contact costs nothing.',
        'Bought uses never expire. The allowance of the Business package is for one day, and what is left of it at 00:00 Moscow time is not carried over. This policy may change; a change is announced on this page before it takes effect.',
      ],
    },
    {
      title: '5. Refunds',
      text: [
        'Money is returned only for technical errors: you were charged and the uses did not come, you were charged twice, or a use was spent and no contact was shown. Write to {email} with the date of the payment. The uses of that payment that are still unspent are taken back with the money.',
        'This leaves untouched what consumer law gives you and no terms can take away.',
      ],
    },
    {
      title: '6. How contacts may be used',
      text: [
        'A published address is not a consent to advertising mail. So use a contact for a personal offer to its owner, one letter at a time. It is forbidden',
        [
          'to add contacts to mailing lists or to send them the same text in bulk;',
          'to sell, publish or pass on contacts, or to build another catalogue from them;',
          'to collect the catalogue by programs, or to go around limits;',
          'to write again to somebody who has asked you not to.',
        ],
        'Every disclosure of a contact is recorded. We close accounts that break these rules.',
      ],
    },
    {
      title: '7. Advertising law in Russia',
      text: [
        'Whoever orders or shows advertising for people in Russia marks it as advertising, names the advertiser, gets an identifier (erid) from an operator of advertising data and reports the placement to the state register; a levy may be due. This is up to you and the creator: Channelbook places no advertising and gets no identifiers.',
        'In March 2026 the Russian antimonopoly service said that advertising on YouTube breaks the law on advertising, for advertisers and creators alike, and fines are possible. How far this reaches is disputed. If you advertise for people in Russia, take advice before you place anything there.',
      ],
    },
    {
      title: '8. What we keep of people who use the service',
      text: [
        'Your data is not sold, and not given to others for their own purposes. We keep',
        [
          'your e-mail address, username and a hash of your password, never the password;',
          'if you add a second step of logging in: the encrypted secret of the app, public keys of passkeys, hashes of recovery codes;',
          'which version of these terms and of the consent you accepted, and when;',
          'payments, uses, bought contacts, tracked videos, your vote and your review;',
          'your sessions with the name of the browser, until they end;',
          'counters that keep to the limits, under keyed hashes of addresses and networks.',
        ],
        'Why we keep each, and on which ground, is on the page [Purposes of processing](purpose).',
      ],
    },
    {
      title: '9. For how long',
      text: [
        'What belongs to the account is kept while the account exists. When you delete it, the account, its purchases and your name on reviews go at once. What accounting needs stays without your name and address. Nothing of it is kept longer than 3 years after the deletion.',
        'Statistics that come from a video platform are kept for 30 days at most, unless the platform allows more.',
      ],
    },
    {
      title: '10. Cookies and analytics',
      text: [
        'We use cookies: one keeps you logged in (30 days since the last visit, 90 days at most), one recognises the browser that asked for a code, one keeps your language, and one tells the page whether there is a session. The browser itself keeps your theme, that you have closed the notice on cookies, and your recent searches.',
        'Analytics are our own: we count how often pages and functions are used, as totals on our own server and without identifiers. No scripts of others are loaded, except those of a captcha or sign-in provider on the pages of logging in and signing up where one is set up.',
      ],
    },
    {
      title: '11. Who helps us',
      text: [
        'A payment provider takes the money and prints the receipt, a mail provider delivers our letters, a hosting provider runs the servers. Each gets only what its task needs. Personal data of citizens of Russia is collected and kept in databases in Russia.',
        'Video statistics come from YouTube API Services. By using them you also accept the [YouTube Terms of Service](https://www.youtube.com/t/terms); what Google does with data is in the [Google Privacy Policy](https://policies.google.com/privacy).',
      ],
    },
    {
      title: '12. If you are a creator',
      text: [
        'We list public facts of your channel and, where known, its business address. The address comes from a page on which it was published for business, or from you; never from the programming interface of a video platform. With every address we keep its source and the day it was last seen there, and buyers are shown both.',
        'We process it because advertisers and creators have a legitimate interest in finding each other, and an address published for business is published for that. Only people with an account who pay for this one contact get it.',
        'You can object at any time, without a reason and without an account: [enter the address](optout) and confirm by the link that we send to it. From that moment nobody is shown the address, not even people who paid for it earlier, and a keyed hash keeps it out of every later list. You can also ask for a copy, for the source, or for a correction at {email}.',
      ],
    },
    {
      title: '13. Your rights',
      text: [
        'You can see and download what is kept about you in your profile, correct it, delete it, withdraw a consent, object to processing, and complain to a supervisory authority: in Russia to Roskomnadzor, in the European Union to that of your country.',
      ],
    },
    {
      title: '14. Changes and law',
      text: [
        'A new version is published here with its date; earlier versions stay readable. Russian law applies, and no rule of these terms takes away rights that the law of the country where you live gives to consumers.',
      ],
    },
  ],
}

/** Terms of use and privacy. */
const ru: LegalText = {
  title: 'Условия и конфиденциальность',
  description: 'Правила Channelbook: что сервис хранит о людях, зачем, сколько времени и как возразить.',
  lead: 'Это правила для тех, кто пользуется Channelbook, и рассказ о том, что происходит с их данными. Согласие на обработку данных — [отдельный документ](dataprocessing).',
  sections: [
    {
      title: '1. Кто мы',
      text: [
        'Сервисом Channelbook управляет {seller} (далее «мы»). Пишите на {email}: письма читает человек и отвечает в течение 10 рабочих дней, а там, где закон отводит месяц, — не позже этого срока.',
      ],
    },
    {
      title: '2. Что делает сервис',
      text: [
        'Channelbook — адресная книга авторов видеоканалов для тех, кто хочет купить у них рекламу. Поиск бесплатный. Увидеть деловой адрес канала стоит одно использование; запись остаётся в вашем аккаунте, пока вы её не удалите.',
        'Мы не участвуем в договорённостях между вами и автором и не обещаем, что автор ответит.',
      ],
    },
    {
      title: '3. Ваш аккаунт',
      text: [
        'Аккаунт принадлежит одному человеку. Никому не сообщайте пароль: пока вы не скажете нам о чужом входе, всё сделанное в аккаунте считается сделанным вами. Удалить аккаунт можно в любой момент в профиле.',
      ],
    },
    {
      title: '4. Использования и оплата',
      text: [
        'Использования продаются пакетами по ценам в рублях, указанным на [странице тарифов](purchase). Оплачивая, вы принимаете публичную оферту, ссылка на которую стоит рядом с ценой. Чек приходит на адрес почты, который вы указываете до оплаты.',
        'Услуга оказана в момент, когда контакт показан. Купленный контакт показывается повторно бесплатно. Если контакт канала неизвестен, ничего не списывается.',
        'Купленные использования не сгорают. Дневной запас пакета Business действует один день, остаток в 00:00 по Москве не переносится. Эти правила могут измениться; об изменении мы сообщим на этой странице до того, как оно вступит в силу.',
      ],
    },
    {
      title: '5. Возврат денег',
      text: [
        'Деньги возвращаются только при технических ошибках: оплата прошла, а использования не пришли; деньги списаны дважды; использование списано, а контакт не показан. Напишите на {email} и укажите дату платежа. Вместе с деньгами списываются ещё не потраченные использования этого платежа.',
        'Права потребителя, которые даёт закон и которые нельзя ограничить условиями, остаются в силе.',
      ],
    },
    {
      title: '6. Как можно использовать контакты',
      text: [
        'Опубликованный адрес — это не согласие на рекламные рассылки. Используйте контакт для личного предложения его владельцу, по одному письму. Запрещено:',
        [
          'добавлять контакты в списки рассылок и отправлять им один и тот же текст;',
          'продавать, публиковать и передавать контакты, составлять из них другой каталог;',
          'собирать каталог программами и обходить ограничения;',
          'писать снова тому, кто попросил этого не делать.',
        ],
        'Каждое раскрытие контакта записывается. Аккаунты, нарушающие эти правила, мы закрываем.',
      ],
    },
    {
      title: '7. Закон о рекламе',
      text: [
        'Тот, кто заказывает или показывает рекламу для людей в России, помечает её словом «Реклама», указывает рекламодателя, получает идентификатор (erid) у оператора рекламных данных и передаёт сведения в единый реестр; может полагаться отчисление. Это обязанность ваша и автора: Channelbook рекламу не размещает и идентификаторы не получает.',
        'В марте 2026 года ФАС России сообщила, что реклама на YouTube нарушает закон о рекламе и отвечают за неё и рекламодатель, и распространитель; возможны штрафы. Насколько широко это действует, остаётся спорным. Если ваша реклама рассчитана на людей в России, посоветуйтесь с юристом, прежде чем размещать её там.',
      ],
    },
    {
      title: '8. Что мы храним о пользователях',
      text: [
        'Мы не продаём ваши данные и не отдаём их другим для их собственных целей. Мы храним:',
        [
          'адрес почты, имя пользователя и хеш пароля, но не сам пароль;',
          'если вы добавили второй шаг входа: зашифрованный секрет приложения, открытые ключи, хеши резервных кодов;',
          'какую версию этих условий и согласия вы приняли и когда;',
          'платежи, использования, купленные контакты, отслеживаемые видео, ваш голос и отзыв;',
          'ваши сессии с названием браузера, пока они не закончатся;',
          'счётчики для ограничений, под хешами адресов и сетей с секретным ключом.',
        ],
        'Зачем и на каком основании — на странице [Цели обработки](purpose).',
      ],
    },
    {
      title: '9. Сколько времени',
      text: [
        'То, что относится к аккаунту, хранится, пока он существует. Когда вы его удаляете, сразу исчезают аккаунт, его покупки и ваше имя под отзывами. То, что нужно для учёта, остаётся без имени и адреса. Ничто из этого не хранится дольше 3 лет после удаления.',
        'Статистика, полученная от видеоплатформы, хранится не дольше 30 дней, если платформа не разрешает больше.',
      ],
    },
    {
      title: '10. Файлы cookie и аналитика',
      text: [
        'Мы используем файлы cookie: один держит вас в аккаунте (30 дней с последнего визита, но не дольше 90 дней), один узнаёт браузер, запросивший код, один хранит язык и ещё один подсказывает странице, есть ли сессия. Сам браузер хранит тему, отметку о закрытом уведомлении и недавние запросы.',
        'Аналитика у нас своя: мы считаем, как часто используются страницы и функции, — только итоги, на своём сервере и без идентификаторов. Чужие скрипты не загружаются, кроме скриптов капчи или провайдера входа на страницах входа и регистрации, если они подключены.',
      ],
    },
    {
      title: '11. Кто нам помогает',
      text: [
        'Платёжный провайдер принимает деньги и формирует чек, почтовый доставляет письма, хостинг держит серверы. Каждый получает только то, что нужно для его задачи. Персональные данные граждан России собираются и хранятся в базах данных на территории России.',
        'Статистика видео приходит из YouTube API Services. Пользуясь ей, вы также принимаете [условия использования YouTube](https://www.youtube.com/t/terms); о том, что делает с данными Google, говорит [политика конфиденциальности Google](https://policies.google.com/privacy).',
      ],
    },
    {
      title: '12. Если вы автор канала',
      text: [
        'Мы показываем публичные сведения о канале и, если он известен, деловой адрес. Адрес взят со страницы, где он опубликован для деловых предложений, или получен от вас, но никогда не из программного интерфейса видеоплатформы. Вместе с адресом хранятся источник и день, когда его там видели в последний раз; покупатель видит и то и другое.',
        'Основание обработки — законный интерес рекламодателей и авторов в том, чтобы найти друг друга: для этого деловой адрес и публикуют. Получает его только тот, у кого есть аккаунт и кто заплатил именно за этот контакт.',
        'Возразить можно в любой момент, без причины и без аккаунта: [укажите адрес](optout) и подтвердите просьбу по ссылке из нашего письма. С этой минуты адрес не увидит никто, даже те, кто заплатил за него раньше, а хеш с секретным ключом не пустит его в новые списки. По адресу {email} можно также запросить копию данных, источник или исправление.',
      ],
    },
    {
      title: '13. Ваши права',
      text: [
        'Вы можете увидеть и скачать в профиле всё, что о вас хранится, исправить это, удалить, отозвать согласие, возразить против обработки и пожаловаться в надзорный орган: в России — в Роскомнадзор, в Европейском союзе — в орган вашей страны.',
      ],
    },
    {
      title: '14. Изменения и право',
      text: [
        'Новая версия публикуется здесь с датой, прежние версии остаются доступны. Применяется право России; ни одно из этих условий не отнимает прав, которые даёт потребителям закон страны, где вы живёте.',
      ],
    },
  ],
}

/** The terms and the privacy policy of that date, as published. */
export const TERMS_2026_11_22: LegalVersion = { date: '2026-11-22', texts: { en, ru } }
