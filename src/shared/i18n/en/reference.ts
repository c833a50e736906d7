/** Headings of the API reference page. What it says of each call comes from the contract. */
export const reference = {
  title: 'API reference',
  description: 'Every call of the Channelbook API, generated from the schemas that validate.',
  machineReadable: 'Machine-readable (OpenAPI 3.1)',
  rules: 'Rules for every call',
  contents: 'Contents',
  who: { anyone: 'Anyone', person: 'Logged in' },
  key: 'No key needed',
  parameters: 'Parameters',
  body: 'Body',
  answer: 'Answer',
  refusals: 'Refusals',
  schemas: 'Named schemas',
} as const
