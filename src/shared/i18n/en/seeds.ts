/** A list of names and addresses, looked up line by line. */
export const seeds = {
  title: 'Find a list',
  description:
    'Paste names, handles or addresses of channels and videos, and see which of them are in the catalogue.',
} as const
