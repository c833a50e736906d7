import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { LANGUAGES } from '#shared/i18n/messages.ts'
import { ENTRY, filesOf } from './manifest.ts'

/** Script that the landing page may load before the first interaction, in bytes after gzip. */
const BUDGET = 110_000

/** @throws when the landing page's script exceeds its budget in either language */
export async function checkBudget(webFolder: string, manifest: Manifest): Promise<void> {
  for (const language of LANGUAGES) {
    const sources = [ENTRY, `src/shared/i18n/${language}/start.ts`, 'src/web/app/landing/LandingPage.tsx']
    const files = new Set(sources.flatMap((source) => filesOf(manifest, source).scripts))
    const sizes = await Promise.all(
      [...files].map(async (file) => ({
        file,
        size: gzipSync(await readFile(path.join(webFolder, file)), { level: 9 }).length,
      })),
    )
    const total = sizes.reduce((sum, { size }) => sum + size, 0)
    process.stderr.write(
      `Script of the landing page (${language}): ${kilobytes(total)} of ${kilobytes(BUDGET)} gzip\n`,
    )
    if (total <= BUDGET) continue
    const list = sizes.map(({ file, size }) => `  ${kilobytes(size)}  ${file}`).join('\n')
    throw new Error(
      `The landing page loads ${kilobytes(total)} of script, more than ${kilobytes(BUDGET)}:\n${list}`,
    )
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
