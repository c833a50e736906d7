import type { contractByFeature } from '#shared/api/contract.ts'
import type { Routes } from '#server/feature.ts'
import { writeRefused } from './read-refused.ts'
import { uploadPiece } from './upload-file.ts'

export const importRoutes: Pick<Routes, keyof (typeof contractByFeature)['import']> = {
  'POST /operator/imports/pieces': async ({ app, body: { data, ...piece } }) => ({
    data: await uploadPiece(app, { ...piece, bytes: Buffer.from(data, 'base64') }),
  }),
  'GET /operator/imports/refused/{run}': async ({ app, params: { run }, request: { language } }) => ({
    file: await writeRefused(app, { run, language }),
  }),
}
