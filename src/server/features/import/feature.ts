import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { forgetImports } from './forget-imports.ts'
import { dropPreset, keepPreset, listImportLines, listImports, showPresets } from './operate-imports.ts'
import { findImport, previewImport, runImport, stopImport } from './run-import.ts'
import { importRoutes } from './import.routes.ts'
import { importInvariants } from './undo-import.sql.ts'
import { undoImport } from './undo-import.ts'

/** Files of channels, read and merged into the catalogue. */
export const importing = {
  name: 'import',
  routes: importRoutes,
  tables: ['import_run', 'import_before', 'import_preset'],
  jobs: [{ name: 'forget_imports', cron: '17 * * * *', options: SCHEDULED, run: forgetImports }],
  invariants: importInvariants,
  commands: {
    'imports list': listImports,
    'imports show': (app, _by, { run }) => findImport(app, run),
    'imports lines': listImportLines,
    'imports preview': previewImport,
    'imports run': runImport,
    'imports stop': (app, _by, input) => stopImport(app, input),
    'imports undo': undoImport,
    'imports presets': (app) => showPresets(app),
    'imports save-preset': keepPreset,
    'imports forget-preset': dropPreset,
  },
} as const satisfies Feature<'import'>
