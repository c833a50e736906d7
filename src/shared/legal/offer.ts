import type { LegalText, LegalVersion } from './document.ts'

/** Public offer in English, for reading; the Russian text binds. */
const en: LegalText = {
  title: 'Public offer',
  description:
    'The contract for uses in Channelbook: what is sold, what it costs and when money is refunded.',
  lead: 'This is an offer to conclude a contract on the terms below (Article 437(2) of the Civil Code of the Russian Federation). It is made to everybody who has an account with Channelbook. The English text is provided for convenience; the Russian text is binding.',
  sections: [
    {
      title: '1. The seller',
      text: ['The seller is {seller}. Address for correspondence and claims: {email}.'],
    },
    {
      title: '2. Definitions',
      text: [
        [
          'Service: the Channelbook website, a catalogue of video channels with business contacts of their creators.',
          'Buyer: a person who has an account with the service and pays for a package, for themselves or for their team.',
          'Contact: the business email address at which the creator of a channel takes offers.',
          'Use: the right to open the contact of one channel once.',
          'Package: a certain number of uses sold at a single price.',
        ],
      ],
    },
    {
      title: '3. What is sold',
      text: [
        'In return for payment, the seller opens to the buyer the contacts of the channels that the buyer chooses in the service. One contact costs one use.',
        'With the contact, the buyer sees where it comes from and when it was last seen there. An opened contact is shown again free of charge to the buyer, or to the members of the team that paid for it, until its owner asks the seller to remove it, or until it is deleted because nobody has seen or confirmed it for the time stated in the [terms](terms). If the contact of a channel is not known, or its owner has objected, no use is spent.',
      ],
    },
    {
      title: '4. Packages and prices',
      text: [
        [
          'Light: 10 uses, 500 roubles.',
          'Medium: 50 uses, 1,500 roubles.',
          'Big: 75 uses, 2,500 roubles.',
          'Business: 5 uses a day for 30 days, 4,500 roubles.',
        ],
        'The price of a package is the full price; the seller charges nothing beyond it. Prices and packages are also shown on the [purchase page](purchase); the price that applies to the buyer is the one shown on the payment button.',
      ],
    },
    {
      title: '5. How the contract is concluded',
      text: [
        'The buyer chooses a package, presses the button with the price and pays on the payment provider’s page. Payment means full and unconditional acceptance of this offer (Article 438 of the Civil Code of the Russian Federation). The contract is concluded when the provider confirms the payment. A company can also pay by bank transfer on an invoice that the seller’s service issues; the contract is then concluded when the money has reached the seller’s account.',
        'The buyer gives the card details to the payment provider alone; the seller learns only the last four digits of the card number. The fiscal receipt is sent to the buyer’s email address.',
      ],
    },
    {
      title: '6. When the service is rendered',
      text: [
        'Uses of the Light, Medium and Big packages are credited as soon as the payment is confirmed, and never expire.',
        'The Business package lasts 30 calendar days in Moscow time; the day of crediting is the first. Every day at 00:00 Moscow time, the daily allowance of 5 uses is renewed; what is left of a day is not carried over. Buying the package again adds 30 days at the end.',
        'For each use, the service is rendered when the contact is shown to the buyer; for the Business package, the service of a day is rendered when that day is over.',
        'If the buyer reports a contact within 30 days of opening it and the mail server’s reply shows that there is no such mailbox, the seller gives another contact of the channel or returns the use. If the owner objects within these 30 days, the seller returns the use. The [terms](terms) say how. A returned use never expires.',
      ],
    },
    {
      title: '7. Refunds',
      text: [
        'Refunds are given for technical errors: a payment went through but the uses were not credited; money was taken twice; a use was spent but the contact was not shown.',
        'The refund is the part of the price that corresponds to the unspent uses of that payment or, for the Business package, to the full days that remain; those uses are withdrawn. To get the money, write to {email} with the day and the amount of the payment. The answer comes within 10 days, and the money is refunded the way it was paid.',
        'This offer does not limit the consumer’s statutory rights to withdraw from a service and to get money back (among them those under Article 32 of the Russian law on the protection of consumers’ rights).',
      ],
    },
    {
      title: '8. The buyer’s obligations',
      text: [
        'The buyer observes the [terms of the service](terms) and uses a contact for a personal offer to its owner. The buyer must not:',
        [
          'send mass mailings to contacts;',
          'resell or publish contacts, or pass them on outside the organisation for which they were bought;',
          'circumvent the limits of the service, by hand or with software.',
        ],
      ],
    },
    {
      title: '9. Liability',
      text: [
        'The seller is responsible for the contact having been taken from the stated source. The seller is not responsible for whether the creator of a channel replies, on what conditions, or how the advertising performs: the seller takes no part in their agreements.',
        'For a breach of the contract, the parties are liable under the law. Towards a buyer who is not a consumer, the seller is liable up to the price of the paid package.',
      ],
    },
    {
      title: '10. Personal data',
      text: [
        'Which data of the buyer is processed, why and for how long is stated in the [terms](terms) and on the page [Why we process data](purpose). Consent to data processing is given separately and is not part of this offer.',
      ],
    },
    {
      title: '11. Term and changes',
      text: [
        'The offer is valid from the day stated at its beginning until the next one is published. Changes do not affect packages that have already been paid for.',
      ],
    },
    {
      title: '12. Law and disputes',
      text: [
        'The law of the Russian Federation applies. Send claims to {email}; the seller answers within 10 days. If no agreement is reached, a court decides; a consumer may choose the court at their place of residence.',
      ],
    },
  ],
}

/** Public offer, the text that binds. */
const ru: LegalText = {
  title: 'Публичная оферта',
  description:
    'Договор о продаже открытий в Channelbook: что продаётся, сколько стоит и когда возвращаются деньги.',
  lead: 'Это предложение заключить договор на изложенных ниже условиях (пункт 2\u00a0статьи 437 Гражданского кодекса Российской Федерации). Оно обращено к каждому, у кого есть аккаунт в Channelbook.',
  sections: [
    {
      title: '1. Продавец',
      text: ['Продавец\u00a0— {seller}. Адрес для писем и претензий: {email}.'],
    },
    {
      title: '2. Термины',
      text: [
        [
          'Сервис\u00a0— сайт Channelbook, каталог видеоканалов с контактами их авторов.',
          'Покупатель\u00a0— человек, у которого есть аккаунт в сервисе и который оплачивает пакет для себя или для своей команды.',
          'Контакт\u00a0— почта для рекламных предложений, то есть адрес, по которому их принимает автор канала.',
          'Открытие\u00a0— право один раз открыть контакт одного канала.',
          'Пакет\u00a0— определённое число открытий, которое продаётся по одной цене.',
        ],
      ],
    },
    {
      title: '3. Что продаётся',
      text: [
        'Продавец за плату открывает покупателю контакты каналов, которые покупатель выбирает в сервисе сам. Один контакт стоит одно открытие.',
        'Вместе с контактом покупатель видит, откуда он взят и когда его видели там в последний раз. Открытый контакт показывается покупателю или участникам команды, которая за него заплатила, снова бесплатно, пока владелец не попросит продавца удалить его или пока контакт не удалён, потому что его не видели и не подтверждали дольше срока, указанного в [условиях](terms). Если контакт канала неизвестен или его владелец возразил против показа, открытие не списывается.',
      ],
    },
    {
      title: '4. Пакеты и цены',
      text: [
        [
          'Light\u00a0— 10\u00a0открытий, 500\u00a0рублей.',
          'Medium\u00a0— 50\u00a0открытий, 1\u00a0500\u00a0рублей.',
          'Big\u00a0— 75\u00a0открытий, 2\u00a0500\u00a0рублей.',
          'Business\u00a0— по 5\u00a0открытий в день в течение 30\u00a0дней, 4\u00a0500\u00a0рублей.',
        ],
        'Цена пакета полная, сверх неё продавец ничего не берёт. Цены и пакеты указаны также на [странице пакетов](purchase); для покупателя действует цена, которую он видел на кнопке оплаты.',
      ],
    },
    {
      title: '5. Как заключается договор',
      text: [
        'Покупатель выбирает пакет, нажимает кнопку с ценой и платит на странице платёжного провайдера. Оплата означает полное и безоговорочное согласие с этой офертой (статья 438 Гражданского кодекса Российской Федерации). Договор заключён с момента, когда провайдер подтвердил платёж. Компания может заплатить и банковским переводом по счёту, который выписывает сервис; тогда договор заключён с момента, когда деньги поступили на счёт продавца.',
        'Данные карты покупатель сообщает только платёжному провайдеру; продавец узнаёт лишь последние четыре цифры номера карты. Кассовый чек приходит на адрес электронной почты покупателя.',
      ],
    },
    {
      title: '6. Когда услуга оказана',
      text: [
        'Открытия пакетов Light, Medium и Big зачисляются сразу после подтверждения платежа и не сгорают.',
        'Пакет Business действует 30\u00a0календарных дней по московскому времени; первый из них\u00a0— день зачисления. Дневной лимит\u00a0— 5\u00a0открытий\u00a0— обновляется каждый день в 00:00 по Москве; остаток на следующий день не переносится. Повторная оплата добавляет 30\u00a0дней после последнего оплаченного дня.',
        'Услуга по каждому открытию оказана в момент, когда контакт показан покупателю; по пакету Business услуга за день оказана, когда этот день закончился.',
        'Если в течение 30\u00a0дней после открытия контакта покупатель пожалуется на него и из ответа почтового сервера следует, что такого ящика нет, продавец даёт другой контакт канала или возвращает открытие. Если в эти 30\u00a0дней возразит владелец контакта, продавец возвращает открытие. Порядок описан в [условиях](terms). Возвращённое открытие не сгорает.',
      ],
    },
    {
      title: '7. Возврат денег',
      text: [
        'Деньги возвращаются при технических ошибках: платёж прошёл, а открытия не зачислены; деньги списаны дважды; открытие списано, а контакт не показан.',
        'Возвращается часть цены, которая приходится на непотраченные открытия этого платежа, а для пакета Business\u00a0— на оставшиеся полные дни; сами эти открытия списываются. Чтобы получить деньги, напишите на {email} и укажите день и сумму платежа. Ответ приходит в течение 10\u00a0дней, деньги возвращаются тем же способом, каким были уплачены.',
        'Права потребителя на отказ от услуги и возврат денег, которые установлены законом (в том числе статьёй 32 Закона Российской Федерации «О защите прав потребителей»), эта оферта не ограничивает.',
      ],
    },
    {
      title: '8. Обязанности покупателя',
      text: [
        'Покупатель соблюдает [условия сервиса](terms) и пользуется контактом для личного предложения его владельцу. Покупателю запрещено:',
        [
          'вести по контактам массовые рассылки;',
          'перепродавать и публиковать контакты, передавать их за пределы организации, для которой они куплены;',
          'обходить ограничения сервиса, вручную или с\u00a0помощью программ.',
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
        'Какие данные покупателя обрабатываются, зачем и как долго, сказано в [условиях](terms) и на странице [«Зачем нам данные»](purpose). Согласие на обработку данных даётся отдельно и частью этой оферты не является.',
      ],
    },
    {
      title: '11. Срок и изменение оферты',
      text: [
        'Оферта действует со дня, указанного в её начале, до публикации следующей. Изменения не касаются уже оплаченных пакетов.',
      ],
    },
    {
      title: '12. Право и споры',
      text: [
        'К договору применяется право Российской Федерации. Претензии отправляйте на {email}; продавец отвечает на них в течение 10\u00a0дней. Если договориться не удалось, спор решает суд; потребитель вправе выбрать суд по месту своего жительства.',
      ],
    },
  ],
}

/** The public offer. The version in force is served as `/offer.pdf`. */
export const OFFER: LegalVersion = { date: '2026-11-27', texts: { en, ru } }

/** Headings and captions around the offer's text. */
export const OFFER_WORDS = {
  en: { inForce: (day: string) => `In force from ${day}` },
  ru: { inForce: (day: string) => `Действует с ${day}` },
} as const
