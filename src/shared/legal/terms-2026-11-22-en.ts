import type { LegalText } from './document.ts'

/** Terms of use and privacy. */
export const terms20261122: LegalText = {
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
