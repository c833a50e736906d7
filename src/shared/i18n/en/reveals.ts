/** Getting the contact of a channel, and the list of those that were bought. */
export const reveals = {
  getData: 'get data',
  done: 'Done',
  failed: 'Failed',
  loading: 'Getting the contact',
  transferError: 'Error in data transfer',
  noUses: 'No uses',
  alreadyBought: 'You already bought this data',
  logInFirst: 'Log in firstly',
  cost: 'A contact costs 1 use.',
  uses: (written: string) => `Uses left: ${written}`,
  contact: 'Contact',
  copyContact: 'Copy the address',
  contactCopied: 'The address is copied',
  source: 'Source',
  seen: (date: string) => `seen ${date}`,
  toPurchases: 'It is kept in your purchases',
} as const
