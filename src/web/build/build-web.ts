import { mkdtemp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { checkBudget } from './check-budget.ts'
import { compressFiles } from './compress-files.ts'
import { readManifest } from './manifest.ts'
import { writePages } from './write-pages.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DIST = path.join(ROOT, 'dist')

/**
 * Builds the web into `dist/`: `web/` (scripts, styles and fonts, with compressed copies beside the originals) and `pages/`
 * (HTML per page and language).
 * @throws when a page would load more script than its budget allows; the previous build stays then
 */
export async function buildWeb(): Promise<void> {
  await mkdir(DIST, { recursive: true })
  const work = await mkdtemp(path.join(DIST, '.work-'))
  try {
    await buildInto(work)
    for (const name of ['web', 'pages']) {
      await rm(path.join(DIST, name), { recursive: true, force: true })
      await rename(path.join(work, name), path.join(DIST, name))
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function buildInto(folder: string): Promise<void> {
  const web = path.join(folder, 'web')
  const common = { root: ROOT, logLevel: 'warn' } as const
  await build({ ...common, build: { outDir: web, manifest: true } })
  await build({
    ...common,
    publicDir: false,
    build: { outDir: path.join(folder, 'prerender'), ssr: 'src/web/build/prerender.tsx' },
  })
  const manifest = await readManifest(web)
  await checkBudget(web, manifest, await writePages({ folder, manifest }))
  await compressFiles(path.join(web, 'assets'))
}
