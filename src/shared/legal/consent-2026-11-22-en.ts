import type { LegalText } from './document.ts'

/** Consent to the processing of personal data; apart from the terms and the offer, as Russian law asks. */
export const consent20261122: LegalText = {
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
