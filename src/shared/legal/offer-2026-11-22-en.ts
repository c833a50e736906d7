import type { LegalText } from './document.ts'

/** Public offer in English, for reading; the Russian text binds. */
export const offer20261122: LegalText = {
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
