/** A list of names and addresses, looked up line by line. */
export const seeds = {
  title: 'Find a list',
  description:
    'Paste names, handles or addresses of channels and videos, and see which of them are in the catalogue.',
  /** Headings of the table, and of the columns in a file. */
  columns: {
    line: 'Your line',
    channel_name: 'Channel',
    url: 'Link',
    subsCount: 'Subscribers',
    content_type: 'Content type',
    targetAudience: 'Audience',
    country: 'Country',
    language: 'Language',
    lastUploadAt: 'Last upload',
    hasContact: 'Contact',
    email: 'Bought address',
    channelId: 'Channel ID',
  },
  /** In the column of contacts. */
  contacts: { yours: 'Yours', known: 'Available', unknown: 'None yet' },
} as const
