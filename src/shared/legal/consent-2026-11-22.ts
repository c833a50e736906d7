import type { LegalText, LegalVersion } from './document.ts'

/** Consent to the processing of personal data; apart from the terms and the offer, as Russian law asks. */
const en: LegalText = {
  title: 'Consent to data processing',
  description: 'The consent to the processing of personal data that a new Channelbook account gives.',
  lead: 'By ticking the box at sign-up I give this consent of my own will and in my own interest. It is a document of its own and no part of the terms or of the offer.',
  sections: [
    { title: 'To whom', text: ['To the operator: {seller}.'] },
    {
      title: 'Which data',
      text: [
        [
          'e-mail address;',
          'username;',
          'name of the browser and the network address of my device;',
          'cookies of the service;',
          'history of purchases, payments and uses;',
          'my votes, reviews and letters to support.',
        ],
        'No special categories of data and no biometrics.',
      ],
    },
    {
      title: 'For what',
      text: [
        'To create and run my account, to show the contacts that I buy, to take payments and send receipts, to protect the service from misuse, to answer my questions. Each purpose is described on the page [Purposes of processing](purpose).',
      ],
    },
    {
      title: 'What is done with it',
      text: [
        'Collecting, recording, ordering, storing, correcting, using, handing to the payment, mail and hosting providers as far as their task needs it, blocking, deleting; by computers and without decisions about me that a program takes alone. The data is not published and not sold.',
      ],
    },
    {
      title: 'For how long',
      text: [
        'While my account exists, and at most 3 years after I delete it. Accounting keeps its records without my name and address.',
      ],
    },
    {
      title: 'How I take it back',
      text: [
        'At any time, by deleting the account in my profile or by a letter to {email}. Processing that needs this consent then ends; what the law obliges the operator to keep is kept as long as the law says.',
      ],
    },
    {
      title: 'What this consent is not',
      text: ['It is no consent to advertising mail. Channelbook sends none.'],
    },
  ],
}

/** Consent to the processing of personal data; apart from the terms and the offer, as Russian law asks. */
const ru: LegalText = {
  title: 'Согласие на обработку данных',
  description: 'Согласие на обработку персональных данных, которое даётся при регистрации в Channelbook.',
  lead: 'Отмечая согласие при регистрации, я даю его по своей воле и в своём интересе. Это отдельный документ, а не часть условий или оферты.',
  sections: [
    { title: 'Кому', text: ['Оператору: {seller}.'] },
    {
      title: 'Какие данные',
      text: [
        [
          'адрес электронной почты;',
          'имя пользователя;',
          'название браузера и сетевой адрес устройства;',
          'файлы cookie сервиса;',
          'история покупок, платежей и использований;',
          'мои голоса, отзывы и письма в поддержку.',
        ],
        'Без специальных категорий данных и без биометрии.',
      ],
    },
    {
      title: 'Для чего',
      text: [
        'Чтобы создать и вести мой аккаунт, показывать купленные контакты, принимать платежи и отправлять чеки, защищать сервис от злоупотреблений и отвечать на мои вопросы. Каждая цель описана на странице [Цели обработки](purpose).',
      ],
    },
    {
      title: 'Что с ними делают',
      text: [
        'Сбор, запись, систематизация, хранение, уточнение, использование, передача платёжному, почтовому и хостинг-провайдеру в объёме их задачи, блокирование, удаление; с помощью компьютеров и без решений обо мне, которые принимает только программа. Данные не публикуются и не продаются.',
      ],
    },
    {
      title: 'На какой срок',
      text: [
        'Пока существует мой аккаунт и не дольше 3 лет после его удаления. Учётные записи хранятся без имени и адреса.',
      ],
    },
    {
      title: 'Как его отозвать',
      text: [
        'В любой момент: удалить аккаунт в профиле или написать на {email}. Обработка, для которой нужно это согласие, прекратится; то, что оператор обязан хранить по закону, хранится столько, сколько закон велит.',
      ],
    },
    {
      title: 'Чем оно не является',
      text: ['Это не согласие на рекламные письма. Channelbook их не рассылает.'],
    },
  ],
}

/** The consent to data processing of that date, as published. */
export const CONSENT_2026_11_22: LegalVersion = { date: '2026-11-22', texts: { en, ru } }
