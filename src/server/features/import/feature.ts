import type { Feature } from '#server/feature.ts'

/** Files of channels, read and merged into the catalogue. */
export const importing = {
  name: 'import',
  tables: ['import_run'],
} as const satisfies Feature<'import'>
