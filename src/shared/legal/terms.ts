import type { LegalText, LegalVersion } from './document.ts'

const en: LegalText = {
  title: 'Terms and privacy',
  description: 'The rules of Channelbook: what it keeps about people, why, for how long, and how to object.',
  lead: 'These are the rules for people who use Channelbook, and an account of what happens to their data. The consent to data processing is [a separate document](dataprocessing).',
  sections: [
    {
      title: '1. Who we are',
      text: [
        'Channelbook is run by {seller} (“we”). Write to {email}: a person reads every message and answers within 10 working days, or within a month where the law allows that time.',
      ],
    },
    {
      title: '2. What the service does',
      text: [
        'Channelbook is an address book of video creators for people who want to buy advertising from them. Searching is free. Before you pay, you see where a contact comes from, when it was last seen and how its last check ended.',
        'A contact is the business email address of a channel. Opening it costs one use. It stays in your purchases until you delete it there. We stop showing it earlier only if its owner asks us to, or if it has become too old (section 9).',
        'We are not a party to what you and a creator agree on, and we do not promise that a creator will answer.',
      ],
    },
    {
      title: '3. Your account and your team',
      text: [
        'An account belongs to one person. Keep its password to yourself: whatever is done in the account counts as done by you until you tell us that someone else has access. You can delete the account at any time in your profile; a team that you own with others you hand over or delete first.',
        'Colleagues work together as a team, each with an account of their own. A team has one balance of uses, and contacts, lists and notes in common: what one member opens, all may see and use for the work of the team. Members see each other’s names and what each did for the team.',
        'The owner answers for the team. The owner and the managers decide who belongs to it, what each member may do and how many uses each may spend. Members who leave or are removed lose access at once, and what they did stays with the team. Only the owner can hand the team over or delete it, with a link that we email; with a team go its contacts and remaining uses.',
      ],
    },
    {
      title: '4. Uses and payment',
      text: [
        'Uses are sold in the packages on the [purchase page](purchase), at the prices in roubles shown there. By paying you accept the public offer linked beside the price. The receipt goes to the email address of your account, which is shown before you pay.',
        'The service is rendered when a contact is shown. A contact you have bought is shown again free of charge. A channel without a known contact costs nothing.',
        'Bought uses never expire. The daily allowance of the Business package is renewed at 00:00 Moscow time, and what is left of it is not carried over. This policy may change; any change is announced on this page before it takes effect.',
      ],
    },
    {
      title: '5. When uses are returned, and refunds',
      text: [
        'If a contact does not work, report it within 30 days of buying it and paste the mail server’s reply if you have one. What follows depends on the report:',
        [
          'if the reply says that there is no such mailbox, you get another contact of the channel at once; if there is none, we return the use;',
          'if the reply says that the email may arrive later or that the mailbox is full, or refuses you as the sender, nothing is returned;',
          'we review all other reports by hand.',
        ],
        'In any 30 days we return up to 3 uses without review, or a fifth of the contacts you bought in that time if that is more; of free uses, one.',
        'If the owner of a contact asks us to remove it within 30 days of your purchase, we return the use without your asking.',
        'Refunds are given only for technical errors: you were charged but the uses did not arrive, you were charged twice, or a use was spent but no contact was shown. Write to {email} with the date of the payment. With the refund, any unspent uses from that payment are withdrawn.',
        'This does not affect the rights that consumer law gives you and no terms can take away.',
      ],
    },
    {
      title: '6. How contacts may be used',
      text: [
        'A published address is not consent to marketing email. Use a contact for a personal offer to its owner, one message at a time. You must not:',
        [
          'add contacts to mailing lists or send them the same text in bulk;',
          'sell or publish contacts, pass them on outside your organisation, or build another catalogue from them;',
          'copy the catalogue, or circumvent its limits, by hand or with software;',
          'report a contact that works as one that does not, or paste a mail server’s reply that you have made up or changed;',
          'write again to anyone who has asked you not to.',
        ],
        'Within your organisation you may share the contacts that you bought. Programs may call the service for you as its documentation describes, within the same limits and rules.',
        'Every opening of a contact is recorded. We block or close accounts that break these rules. A blocked account cannot be entered; we tell its owner by email, who can write to {email} to contest the block, to get a copy of the data or to have the account deleted.',
      ],
    },
    {
      title: '7. Advertising law in Russia',
      text: [
        'Anyone who orders or shows advertising aimed at people in Russia must label it as advertising, name the advertiser, obtain an identifier (erid) from an operator of advertising data and report the placement to the state register; a levy may be due. This is up to you and the creator: Channelbook places no advertising and obtains no identifiers.',
        'In March 2026 the Russian antimonopoly service stated that advertising on YouTube breaks the law on advertising, for advertisers and creators alike, and that fines are possible. How far this reaches is disputed. If your advertising is aimed at people in Russia, take legal advice before you place any there.',
      ],
    },
    {
      title: '8. What we keep about people who use the service',
      text: [
        'Your data is not sold, and not given to others for their own purposes. We keep:',
        [
          'your email address, username and a hash of your password, never the password itself;',
          'if you add a second login step: the encrypted key of the app, public keys of passkeys, hashes of recovery codes;',
          'which version of these terms and of the consent you accepted, and when;',
          'payments with the last four digits of the card, uses, bought contacts, your lists of channels with what you noted on them, saved searches and email templates, followed videos, your vote and your review;',
          'the teams that you belong to, your role and budget there, and what you did for them; of an invitation to a team, the address to which it was sent, for 7 days;',
          'where you are logged in, with the name of the browser, until you log out or the login expires;',
          'channels that you do not want recommended, and your reports that a channel still publishes;',
          'your reports of contacts that do not work; the mail servers’ replies that you paste, for 90 days;',
          'the language of your last login, for the emails that we send;',
          'counters of requests, stored under scrambled codes from which your address cannot be recovered.',
        ],
        'When at least six different people, for some pairs at least nine, have bought the contacts of the same two channels, we may recommend one of these channels to buyers of the other, without names or exact numbers; you can keep your purchases out of this count in your [profile](profile).',
        'Why we keep each of these, and on what legal basis, is explained on the page [Why we process data](purpose).',
      ],
    },
    {
      title: '9. For how long',
      text: [
        'Whatever belongs to the account is kept while the account exists. When you delete it, the account, its purchases and your name on reviews are removed at once. What you did for a team stays with it, without your name. What accounting needs is kept without your name and address. Nothing of it is kept longer than 3 years after the deletion.',
        'Statistics and words of video titles from a video platform are kept for 30 days at most, unless the platform allows more.',
        'A contact is sold for 12 months at most after it was last seen or confirmed, and deleted after 15, also from purchases: the purchase stays and says why it has no address.',
      ],
    },
    {
      title: '10. Cookies and analytics',
      text: [
        'We use cookies: one keeps you logged in (30 days since your last visit, 90 days at most), one recognises the browser that requested a code, one remembers your language, and one tells the page whether you are logged in. The browser itself stores your theme, how you view lists, the fact that you have closed the cookie notice, and your recent searches.',
        'Analytics are our own: we count how often pages and features are used, as totals on our own server and without identifiers. No third-party scripts are loaded, except those of a captcha or sign-in provider on the login and sign-up pages where one is set up.',
      ],
    },
    {
      title: '11. Who helps us',
      text: [
        'A payment provider takes the money and issues the receipt, a mail provider delivers our email, a hosting provider runs the servers. Each receives only what its task requires. Personal data of citizens of Russia is collected and stored in databases in Russia.',
        'Video statistics come from YouTube API Services. By using them you also accept the [YouTube Terms of Service](https://www.youtube.com/t/terms); what Google does with data is described in the [Google Privacy Policy](https://policies.google.com/privacy).',
      ],
    },
    {
      title: '12. If you are a creator',
      text: [
        'We list public facts about your channel and, where known, its business email address. The address comes from a page on which it was published for business, or from you; never from the API of a video platform. With every address we keep its source and the day it was last seen there, and buyers see both.',
        'We process it because advertisers and creators have a legitimate interest in finding each other, and that is what such an address is published for. Only people with an account who open this one contact receive it, and the colleagues for whom they do.',
        'When your address is given to somebody for the first time, we tell you once: what we keep, where it was found, and how to object or correct it, but not who asked. With the link in that email, or in one that you [ask for](optout), you can confirm the address, give another one, list what you do not advertise, or pause.',
        'You can object at any time, without giving a reason and without an account: [enter the address](optout) and confirm with the link we send to it. From that moment we show the address to nobody, not even to people who paid for it earlier. We keep a scrambled code, from which the address cannot be recovered, so that it is never added again. You can also request a copy, the source or a correction at {email}.',
      ],
    },
    {
      title: '13. Your rights',
      text: [
        'You can see and download what is kept about you in your profile, correct it, delete it, withdraw your consent, object to processing, and complain to a supervisory authority: in Russia to Roskomnadzor, in the European Union to that of your country.',
      ],
    },
    {
      title: '14. Changes and applicable law',
      text: [
        'A new version is announced here before it applies, and everybody with an account is told of it at the next login; earlier versions remain available. Russian law applies, and nothing in these terms takes away rights that the law of the country where you live gives to consumers.',
      ],
    },
  ],
}

const ru: LegalText = {
  title: 'Условия и конфиденциальность',
  description: 'Правила Channelbook: что сервис хранит о людях, зачем, сколько времени и как возразить.',
  lead: 'Это правила для тех, кто пользуется Channelbook, и рассказ о том, что происходит с их данными. Согласие на обработку данных\u00a0— [отдельный документ](dataprocessing).',
  sections: [
    {
      title: '1. Кто мы',
      text: [
        'Сервисом Channelbook управляет {seller} (далее «мы»). Пишите на {email}: письма читает человек и отвечает в течение 10\u00a0рабочих дней, а там, где закон отводит месяц,\u00a0— не позже этого срока.',
      ],
    },
    {
      title: '2. Что это за сервис',
      text: [
        'Channelbook\u00a0— адресная книга авторов видеоканалов для тех, кто хочет купить у них рекламу. Поиск бесплатный. До оплаты видно, откуда взят контакт, когда его видели в последний раз и чем закончилась последняя проверка.',
        'Контакт\u00a0— это почта канала для рекламных предложений. Чтобы её увидеть, нужно одно открытие. Контакт остаётся в ваших покупках, пока вы его не удалите. Раньше мы перестаём его показывать, только если об этом попросит владелец или если контакт устарел (раздел\u00a09).',
        'Мы не участвуем в ваших договорённостях с автором и не обещаем, что он ответит.',
      ],
    },
    {
      title: '3. Ваш аккаунт и\u00a0ваша команда',
      text: [
        'Аккаунт принадлежит одному человеку. Никому не сообщайте пароль: пока вы не скажете нам, что доступ есть у кого-то ещё, всё сделанное в аккаунте считается сделанным вами. Удалить аккаунт можно в любой момент в профиле; команду, в\u00a0которой кроме вас есть другие, вы сначала передаёте или удаляете.',
        'Коллеги работают вместе в\u00a0команде, и у\u00a0каждого свой аккаунт. У\u00a0команды общие открытия, контакты, списки и заметки: открытое одним видят все и могут использовать в\u00a0работе команды. Участники видят имена друг друга и то, что каждый сделал для команды.',
        'За команду отвечает владелец. Владелец и руководители решают, кто в\u00a0ней состоит, что ему можно и сколько открытий он может потратить. Кто вышел или исключён, сразу теряет доступ, а сделанное им остаётся у\u00a0команды. Передать или удалить команду может только владелец, по ссылке из нашего письма; вместе с\u00a0командой исчезают её контакты и оставшиеся открытия.',
      ],
    },
    {
      title: '4. Открытия и оплата',
      text: [
        'Открытия продаются пакетами по ценам в рублях, указанным на [странице пакетов](purchase). Оплачивая, вы принимаете публичную оферту, ссылка на которую стоит рядом с ценой. Чек приходит на почту вашего аккаунта: этот адрес вы видите перед оплатой.',
        'Услуга оказана в момент, когда контакт показан. Купленный контакт показывается повторно бесплатно. Если контакт канала неизвестен, ничего не списывается.',
        'Купленные открытия не сгорают. Дневной лимит пакета Business обновляется в 00:00 по Москве, остаток не переносится. Эти правила могут измениться; об изменении мы сообщим на этой странице до того, как оно вступит в силу.',
      ],
    },
    {
      title: '5. Возврат открытий и денег',
      text: [
        'Если контакт не работает, отправьте жалобу в течение 30\u00a0дней после покупки и вставьте в неё ответ почтового сервера, если он есть. Дальше всё зависит от содержания жалобы:',
        [
          'если из ответа следует, что такого ящика нет, вы сразу получите другой контакт канала, а если другого нет, мы вернём открытие;',
          'если сервер ответил, что примет письмо позже или что ящик переполнен, или отклонил отправителя, возврата нет;',
          'остальные жалобы мы проверяем вручную.',
        ],
        'Автоматически мы возвращаем до 3\u00a0открытий за 30\u00a0дней. Если за это время вы купили больше 15\u00a0контактов\u00a0— до пятой части купленного. Из бесплатных открытий\u00a0— одно.',
        'Если владелец контакта попросит нас удалить его в течение 30\u00a0дней после вашей покупки, мы вернём открытие без вашей просьбы.',
        'Деньги возвращаются только при технических ошибках: оплата прошла, а открытия не зачислены; деньги списаны дважды; открытие списано, а контакт не показан. Напишите на {email} и укажите дату платежа. При возврате денег ещё не потраченные открытия этого платежа списываются.',
        'Права потребителя, которые даёт закон и которые нельзя ограничить условиями, остаются в силе.',
      ],
    },
    {
      title: '6. Как можно использовать контакты',
      text: [
        'Опубликованный адрес\u00a0— это не согласие на рекламные рассылки. Используйте контакт для личного предложения его владельцу, по одному письму. Нельзя:',
        [
          'добавлять контакты в списки рассылок и отправлять им один и тот же текст;',
          'продавать и публиковать контакты, передавать их за пределы своей организации, составлять из них другой каталог;',
          'копировать каталог и обходить ограничения, вручную или с\u00a0помощью программ;',
          'жаловаться на контакт, который работает, и вставлять выдуманные или изменённые ответы почтовых серверов;',
          'писать снова тому, кто попросил этого не делать.',
        ],
        'Внутри своей организации купленными контактами можно делиться. Программы могут обращаться к\u00a0сервису от вашего имени так, как описано в\u00a0документации, с\u00a0теми же ограничениями и правилами.',
        'Каждое открытие контакта мы записываем. Аккаунты нарушителей блокируем или закрываем. Войти в заблокированный аккаунт нельзя; мы сообщаем об этом владельцу по почте, и он может написать на {email}, чтобы оспорить блокировку, получить копию данных или удалить аккаунт.',
      ],
    },
    {
      title: '7. Закон о рекламе',
      text: [
        'Тот, кто заказывает или размещает рекламу для людей в России, помечает её словом «Реклама», указывает рекламодателя, получает идентификатор (erid) у оператора рекламных данных и передаёт сведения в единый реестр; может потребоваться отчисление. Это обязанность ваша и автора: Channelbook рекламу не размещает и идентификаторы не получает.',
        'В марте 2026\u00a0года ФАС России сообщила, что реклама на YouTube нарушает закон о рекламе и отвечают за неё и рекламодатель, и распространитель; возможны штрафы. Насколько широко это толковать, остаётся спорным. Если ваша реклама рассчитана на людей в России, посоветуйтесь с юристом, прежде чем размещать её там.',
      ],
    },
    {
      title: '8. Что мы храним о пользователях',
      text: [
        'Мы не продаём ваши данные и не отдаём их другим для их собственных целей. Мы храним:',
        [
          'адрес почты, имя пользователя и хеш пароля, но не сам пароль;',
          'если вы добавили второй шаг входа: зашифрованный ключ приложения, открытые части ключей доступа, хеши резервных кодов;',
          'какую версию этих условий и согласия вы приняли и когда;',
          'платежи с последними четырьмя цифрами карты, открытия, купленные контакты, ваши списки каналов с\u00a0пометками, сохранённые поиски и\u00a0шаблоны писем, видео, за которыми вы следите, ваш голос и отзыв;',
          'команды, в\u00a0которых вы состоите, вашу роль и бюджет в\u00a0них и то, что вы для них сделали; из приглашения в\u00a0команду\u00a0— адрес, на который оно отправлено, 7\u00a0дней;',
          'где вы вошли, с названием браузера, пока вы не выйдете или вход не истечёт;',
          'каналы, которые вы просили не рекомендовать, и ваши сообщения о том, что канал по-прежнему выпускает видео;',
          'ваши жалобы на неработающие контакты; ответы почтовых серверов, которые вы вставили,\u00a0— 90\u00a0дней;',
          'язык вашего последнего входа\u00a0— для писем, которые мы отправляем;',
          'счётчики запросов; вместо адресов в них коды, по которым адрес не восстановить.',
        ],
        'Если контакты одних и тех же двух каналов купили не меньше шести разных людей (для некоторых пар\u00a0— не меньше девяти), мы можем рекомендовать один из этих каналов покупателям другого\u00a0— без имён и точных чисел; исключить свои покупки из этого подсчёта можно в [профиле](profile).',
        'Зачем и на каком основании мы храним каждое из этого, сказано на странице [«Зачем нам данные»](purpose).',
      ],
    },
    {
      title: '9. Как долго мы храним данные',
      text: [
        'То, что относится к аккаунту, хранится, пока он существует. Когда вы его удаляете, сразу исчезают аккаунт, его покупки и ваше имя под отзывами. Сделанное для команды остаётся у\u00a0неё без вашего имени. То, что нужно для бухгалтерского учёта, остаётся без имени и адреса. Ничто из этого не хранится дольше 3\u00a0лет после удаления.',
        'Статистика и слова из названий видео, полученные от видеоплатформы, хранятся не дольше 30\u00a0дней, если платформа не разрешает больше.',
        'Контакт продаётся не дольше 12\u00a0месяцев с того дня, когда его видели или подтвердили в последний раз, а через 15\u00a0месяцев удаляется, в том числе из покупок: сама покупка остаётся, и в ней сказано, почему адреса нет.',
      ],
    },
    {
      title: '10. Файлы cookie и аналитика',
      text: [
        'Мы используем файлы cookie: один сохраняет вход в аккаунт (30\u00a0дней с последнего визита, но не дольше 90\u00a0дней), один узнаёт браузер, запросивший код, один хранит язык, и ещё один подсказывает странице, вошли ли вы. Сам браузер хранит тему, вид списков, отметку о закрытом уведомлении и недавние запросы.',
        'Аналитика у нас своя: мы считаем, как часто используются страницы и функции,\u00a0— только итоги, на своём сервере и без идентификаторов. Чужие скрипты не загружаются, кроме скриптов капчи или провайдера входа на страницах входа и регистрации, если они подключены.',
      ],
    },
    {
      title: '11. Кто нам помогает',
      text: [
        'Платёжный провайдер принимает деньги и формирует чек, почтовый доставляет письма, хостинг-провайдер обслуживает серверы. Каждый получает только то, что нужно для его задачи. Персональные данные граждан России собираются и хранятся в базах данных на территории России.',
        'Статистика видео приходит из YouTube API Services. Пользуясь ею, вы также принимаете [условия использования YouTube](https://www.youtube.com/t/terms); что Google делает с данными, сказано в его [политике конфиденциальности](https://policies.google.com/privacy).',
      ],
    },
    {
      title: '12. Если вы автор канала',
      text: [
        'Мы показываем публичные сведения о канале и, если она известна, почту для рекламных предложений. Адрес взят со страницы, где он опубликован для таких предложений, или получен от вас. Через API видеоплатформ мы адреса не собираем. Вместе с адресом хранятся источник и день, когда его там видели в последний раз; покупатель видит и то и другое.',
        'Основание обработки\u00a0— законный интерес рекламодателей и авторов в том, чтобы найти друг друга: для этого такие адреса и публикуют. Получает адрес только тот, у кого есть аккаунт и кто открыл именно этот контакт, и коллеги, для которых он это сделал.',
        'Когда ваш адрес впервые кто-то получает, мы один раз сообщаем вам об этом: что мы храним, где адрес найден, как возразить или исправить,\u00a0— но не кто его запросил. По ссылке из этого письма или из письма, которое можно [запросить](optout), вы можете подтвердить адрес, указать другой, перечислить темы, которые вы не рекламируете, или приостановить показ.',
        'Возразить можно в любой момент, без объяснения причин и без аккаунта: [укажите адрес](optout) и подтвердите просьбу по ссылке из нашего письма. С этой минуты мы больше никому не покажем адрес, даже тем, кто заплатил за него раньше. Останется код, по которому адрес не восстановить: он не даст добавить адрес снова. По адресу {email} можно также запросить копию данных, источник или исправление.',
      ],
    },
    {
      title: '13. Ваши права',
      text: [
        'Вы можете увидеть и скачать в профиле всё, что о вас хранится, исправить это, удалить, отозвать согласие, возразить против обработки и пожаловаться в надзорный орган: в России\u00a0— в Роскомнадзор, в Европейском союзе\u00a0— в орган вашей страны.',
      ],
    },
    {
      title: '14. Изменения правил и применимое право',
      text: [
        'Новую версию мы объявляем здесь до того, как она вступит в силу, и сообщаем о ней при следующем входе каждому, у кого есть аккаунт; прежние версии остаются доступны. Применяется право России; ни одно из этих условий не отнимает прав, которые даёт потребителям закон страны, где вы живёте.',
      ],
    },
  ],
}

/** Terms of use and privacy. */
export const TERMS: LegalVersion = { date: '2026-11-27', texts: { en, ru } }
