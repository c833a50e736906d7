import type { LegalText, LegalVersion } from './document.ts'

const en: LegalText = {
  title: 'Consent to data processing',
  description: 'The consent to the processing of personal data given when a Channelbook account is created.',
  lead: 'By ticking the box at sign-up, I give this consent of my own free will and in my own interest. It is a separate document, not part of the terms or of the offer.',
  sections: [
    { title: 'Who receives this consent', text: ['The operator: {seller}.'] },
    {
      title: 'Data covered',
      text: [
        [
          'email address;',
          'username;',
          'name of the browser and network address of my device;',
          'cookies of the service;',
          'history of purchases, payments and uses, and the last four digits of the card number;',
          'my lists of channels with statuses, prices, tags and notes, my saved searches and email templates, and the days of my advertisements;',
          'channels that I do not want recommended, and whether my purchases count towards recommendations;',
          'my votes, reviews, reports with the mail servers’ replies that I paste, and messages to support.',
        ],
        'No special categories of data and no biometrics.',
      ],
    },
    {
      title: 'Why',
      text: [
        'To create and run my account, to show the contacts I buy, to recommend channels, to take payments and send receipts, to protect the service from misuse, and to answer my questions. Each purpose is described on the page [Why we process data](purpose).',
      ],
    },
    {
      title: 'What is done with it',
      text: [
        'Collecting, recording, organising, storing, correcting, using, passing to the payment, mail and hosting providers as far as their task requires, blocking and deleting, by automated means. The data is not published and not sold.',
        'Software decides by fixed rules whether a use is returned when a contact fails, whether free uses are given, and when too many requests are refused. I can write to {email} at any time to have a person review such a decision. No other decision about me is made by software alone.',
      ],
    },
    {
      title: 'For how long',
      text: [
        'While my account exists, and at most 3 years after I delete it. Accounting records are kept without my name and address.',
      ],
    },
    {
      title: 'How to withdraw it',
      text: [
        'At any time, by deleting the account in my profile or by writing to {email}. Processing that needs this consent then stops; what the law obliges the operator to keep is kept for as long as the law requires.',
      ],
    },
    {
      title: 'What this consent is not',
      text: ['It is not consent to marketing email. Channelbook sends none.'],
    },
  ],
}

const ru: LegalText = {
  title: 'Согласие на обработку данных',
  description: 'Согласие на обработку персональных данных, которое даётся при регистрации в Channelbook.',
  lead: 'Ставя отметку при регистрации, я даю это согласие свободно, своей волей и в своём интересе. Это отдельный документ, а не часть условий или оферты.',
  sections: [
    { title: 'Кому', text: ['Оператор\u00a0— {seller}.'] },
    {
      title: 'Какие данные',
      text: [
        [
          'адрес электронной почты;',
          'имя пользователя;',
          'название браузера и сетевой адрес устройства;',
          'файлы cookie сервиса;',
          'история покупок, платежей и открытий, последние четыре цифры номера карты;',
          'мои списки каналов, статусы, цены, метки и\u00a0заметки к\u00a0ним, сохранённые поиски, шаблоны писем и\u00a0дни выхода моей рекламы;',
          'каналы, которые я прошу не рекомендовать, и выбор, учитывать ли мои покупки в рекомендациях;',
          'мои голоса, отзывы, сообщения о каналах, жалобы с ответами почтовых серверов, которые я вставляю, и письма в поддержку.',
        ],
        'Без специальных категорий данных и без биометрии.',
      ],
    },
    {
      title: 'Для чего',
      text: [
        'Чтобы создать и вести мой аккаунт, показывать купленные контакты, рекомендовать каналы, принимать платежи и отправлять чеки, защищать сервис от злоупотреблений и отвечать на мои вопросы. Каждая цель описана на странице [«Зачем нам данные»](purpose).',
      ],
    },
    {
      title: 'Что с ними делают',
      text: [
        'Сбор, запись, систематизация, хранение, уточнение, использование, передача платёжному, почтовому и хостинг-провайдеру в объёме, нужном для их задач, блокирование, удаление\u00a0— автоматизированно. Данные не публикуются и не продаются.',
        'Программа решает по заданным правилам, вернуть ли открытие, если контакт не работает, дать ли бесплатные открытия и когда отклонить слишком частые запросы. Я могу в любой момент написать на {email}, чтобы такое решение пересмотрел человек. Других решений обо мне, которые принимает только программа, нет.',
      ],
    },
    {
      title: 'На какой срок',
      text: [
        'Пока существует мой аккаунт и не дольше 3\u00a0лет после его удаления. Бухгалтерские записи хранятся без имени и адреса.',
      ],
    },
    {
      title: 'Как его отозвать',
      text: [
        'В любой момент: удалить аккаунт в профиле или написать на {email}. Обработка, для которой нужно это согласие, прекратится; то, что оператор обязан хранить по закону, хранится столько, сколько требует закон.',
      ],
    },
    {
      title: 'Чем оно не является',
      text: ['Это не согласие на рекламные рассылки. Channelbook их не ведёт.'],
    },
  ],
}

/** Consent to the processing of personal data; apart from the terms and the offer, as Russian law asks. */
export const CONSENT: LegalVersion = { date: '2026-11-26', texts: { en, ru } }
