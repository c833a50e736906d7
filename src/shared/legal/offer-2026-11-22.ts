import type { LegalText, LegalVersion } from './document.ts'

/** Public offer in English, for reading; the Russian text binds. */
const en: LegalText = {
  title: 'Public offer',
  description:
    'The contract for uses in Channelbook: what is sold, what it costs and when money is returned.',
  lead: 'This is an offer to conclude a contract on the terms below (Article 437(2) of the Civil Code of the Russian Federation). It is made to everybody who has an account with Channelbook. The English text helps to read it; the Russian text binds.',
  sections: [
    {
      title: '1. The seller',
      text: ['The seller is {seller}. Address for letters and claims: {email}.'],
    },
    {
      title: '2. Words used here',
      text: [
        [
          'Service: the site Channelbook, a catalogue of video channels with business contacts of their creators.',
          'Buyer: a person who has an account with the service and pays for a package.',
          'Contact: the business e-mail address at which the creator of a channel takes offers.',
          'Use: the right to open the contact of one channel once.',
          'Package: a certain number of uses that is sold at one price.',
        ],
      ],
    },
    {
      title: '3. What is sold',
      text: [
        'For payment the seller opens to the buyer the contacts of channels that the buyer chooses in the service. One contact costs one use.',
        'With the contact the buyer sees where it comes from and when it was last seen there. An opened contact stays in the account and is shown again for nothing. If the contact of a channel is not known, or its owner objected, no use is spent.',
      ],
    },
    {
      title: '4. Packages and prices',
      text: [
        [
          'Light: 10 uses, 500 roubles.',
          'Medium: 50 uses, 1500 roubles.',
          'Big: 75 uses, 2500 roubles.',
          'Business: 5 uses a day for 30 days, 4500 roubles.',
        ],
        'The price of a package is the whole price; the seller takes nothing beyond it. Prices and packages are also on the [purchase page](purchase); what holds for the buyer is the price that stood on the payment button.',
      ],
    },
    {
      title: '5. How the contract is made',
      text: [
        'The buyer chooses a package, presses the button with the price and pays on the page of the payment provider. Paying means full and unconditional acceptance of this offer (Article 438 of the Civil Code of the Russian Federation). The contract is made when the provider has confirmed the payment.',
        'The buyer gives the details of the card to the payment provider alone; the seller does not receive them. The fiscal receipt comes to the buyer’s e-mail address.',
      ],
    },
    {
      title: '6. When the service is rendered',
      text: [
        'Uses of the packages Light, Medium and Big are credited as soon as the payment is confirmed, and never expire.',
        'The package Business lasts 30 calendar days in Moscow time; the day of crediting is the first. Every day at 00:00 Moscow time there are 5 uses; what is left of a day is not carried over. A second payment adds 30 days after the last paid one.',
        'For each use the service is rendered when the contact is shown to the buyer.',
      ],
    },
    {
      title: '7. Refunds',
      text: [
        'Money is returned for technical errors: a payment went through and the uses were not credited; money was taken twice; a use was spent and the contact was not shown.',
        'What is returned is the part of the price that falls to unspent uses of that payment, and for the package Business to the full days that remain; those uses are taken back. To get the money, write to {email} with the day and the amount of the payment. The answer comes within 10 days, and the money goes back the way it was paid.',
        'Rights of a consumer to withdraw from a service and to get money back that the law gives (among them Article 32 of the Russian law on the protection of consumers’ rights) are not limited by this offer.',
      ],
    },
    {
      title: '8. What the buyer must observe',
      text: [
        'The buyer keeps the [terms of the service](terms) and uses a contact for a personal offer to its owner. It is forbidden',
        [
          'to send mass mailings to contacts;',
          'to resell, publish or hand on contacts;',
          'to collect contacts with programs or to get around limits of the service.',
        ],
      ],
    },
    {
      title: '9. Liability',
      text: [
        'The seller answers for a contact having been taken from the source that is named. The seller does not answer for whether the creator of a channel replies, on which conditions, and how the advertising goes: the seller takes no part in what they agree.',
        'For a breach of the contract the parties answer as the law says. Towards a buyer who is no consumer, the seller answers up to the price of the paid package.',
      ],
    },
    {
      title: '10. Personal data',
      text: [
        'Which data of the buyer is processed, for what and for how long, is said in the [terms](terms) and on the page [Purposes of processing](purpose). The consent to the processing of data is given apart and is no part of this offer.',
      ],
    },
    {
      title: '11. Term and changes',
      text: [
        'The offer holds from the day that stands at its beginning until the next one is published. Changes do not touch packages that were paid before.',
      ],
    },
    {
      title: '12. Law and disputes',
      text: [
        'The law of the Russian Federation applies. Send a claim to {email}; the seller answers within 10 days. What cannot be settled is decided by a court; a consumer may choose the court at their place of residence.',
      ],
    },
  ],
}

/** Public offer, the text that binds. */
const ru: LegalText = {
  title: 'Публичная оферта',
  description:
    'Договор о продаже использований в Channelbook: что продаётся, сколько стоит и когда возвращаются деньги.',
  lead: 'Это предложение заключить договор на изложенных ниже условиях (пункт 2 статьи 437 Гражданского кодекса Российской Федерации). Оно обращено к каждому, у кого есть аккаунт в Channelbook.',
  sections: [
    {
      title: '1. Продавец',
      text: ['Продавец — {seller}. Адрес для писем и претензий: {email}.'],
    },
    {
      title: '2. Слова, которые здесь употребляются',
      text: [
        [
          'Сервис — сайт Channelbook, каталог видеоканалов с деловыми контактами их авторов.',
          'Покупатель — человек, у которого есть аккаунт в сервисе и который оплачивает пакет.',
          'Контакт — деловой адрес электронной почты, по которому автор канала принимает предложения.',
          'Использование — право один раз открыть контакт одного канала.',
          'Пакет — определённое число использований, которое продаётся по одной цене.',
        ],
      ],
    },
    {
      title: '3. Что продаётся',
      text: [
        'Продавец за плату открывает покупателю контакты каналов, которые покупатель выбирает в сервисе сам. Один контакт стоит одно использование.',
        'Вместе с контактом покупатель видит, откуда он взят и когда его видели там в последний раз. Открытый контакт остаётся в аккаунте и показывается снова бесплатно. Если контакт канала неизвестен или его владелец возразил против показа, использование не списывается.',
      ],
    },
    {
      title: '4. Пакеты и цены',
      text: [
        [
          'Light — 10 использований, 500 рублей.',
          'Medium — 50 использований, 1500 рублей.',
          'Big — 75 использований, 2500 рублей.',
          'Business — по 5 использований в день в течение 30 дней, 4500 рублей.',
        ],
        'Цена пакета указана полностью, ничего сверх неё продавец не берёт. Цены и пакеты стоят также на [странице тарифов](purchase); для покупателя действует цена, которую он видел на кнопке оплаты.',
      ],
    },
    {
      title: '5. Как заключается договор',
      text: [
        'Покупатель выбирает пакет, нажимает кнопку с ценой и платит на странице платёжного провайдера. Оплата означает полное и безоговорочное согласие с этой офертой (статья 438 Гражданского кодекса Российской Федерации). Договор заключён с момента, когда провайдер подтвердил платёж.',
        'Данные карты покупатель сообщает только платёжному провайдеру, продавец их не получает. Кассовый чек приходит на адрес электронной почты покупателя.',
      ],
    },
    {
      title: '6. Когда услуга оказана',
      text: [
        'Использования пакетов Light, Medium и Big зачисляются сразу после подтверждения платежа и не сгорают.',
        'Пакет Business действует 30 календарных дней по московскому времени; первый из них — день зачисления. Каждый день в 00:00 по Москве доступно 5 использований; остаток дня на следующий день не переносится. Повторная оплата добавляет 30 дней после последнего оплаченного дня.',
        'Услуга по каждому использованию оказана в момент, когда контакт показан покупателю.',
      ],
    },
    {
      title: '7. Возврат денег',
      text: [
        'Деньги возвращаются при технических ошибках: платёж прошёл, а использования не зачислены; деньги списаны дважды; использование списано, а контакт не показан.',
        'Возвращается часть цены, которая приходится на неизрасходованные использования этого платежа, а для пакета Business — на оставшиеся полные дни; сами эти использования списываются. Чтобы получить деньги, напишите на {email} и укажите день и сумму платежа. Ответ приходит в течение 10 дней, деньги возвращаются тем же способом, каким были уплачены.',
        'Права потребителя на отказ от услуги и возврат денег, которые установлены законом (в том числе статьёй 32 Закона Российской Федерации «О защите прав потребителей»), эта оферта не ограничивает.',
      ],
    },
    {
      title: '8. Обязанности покупателя',
      text: [
        'Покупатель соблюдает [условия сервиса](terms) и пользуется контактом для личного предложения его владельцу. Запрещено:',
        [
          'делать по контактам массовые рассылки;',
          'перепродавать, публиковать и передавать контакты другим;',
          'собирать контакты программами и обходить ограничения сервиса.',
        ],
      ],
    },
    {
      title: '9. Ответственность',
      text: [
        'Продавец отвечает за то, что контакт взят из указанного источника. Он не отвечает за то, ответит ли автор канала, на каких условиях и как пройдёт реклама: в договорённостях между ними продавец не участвует.',
        'За нарушение договора стороны отвечают по закону. Перед покупателем, который не является потребителем, продавец отвечает в пределах цены оплаченного пакета.',
      ],
    },
    {
      title: '10. Персональные данные',
      text: [
        'Какие данные покупателя обрабатываются, зачем и сколько времени, сказано в [условиях](terms) и на странице [целей обработки](purpose). Согласие на обработку данных даётся отдельно и частью этой оферты не является.',
      ],
    },
    {
      title: '11. Срок и изменение оферты',
      text: [
        'Оферта действует со дня, указанного в её начале, до публикации следующей. Изменения не касаются пакетов, которые оплачены раньше.',
      ],
    },
    {
      title: '12. Право и споры',
      text: [
        'К договору применяется право Российской Федерации. Претензию отправьте на {email}; продавец отвечает на неё в течение 10 дней. Если договориться не удалось, спор решает суд; потребитель вправе выбрать суд по месту своего жительства.',
      ],
    },
  ],
}

/** The public offer of that date, as published. */
export const OFFER_2026_11_22: LegalVersion = { date: '2026-11-22', texts: { en, ru } }
