import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import type { ScriptsByPage } from './write-pages.ts'

/** Script that the landing page may load before the first interaction, in bytes after gzip. */
const BUDGET = 110_000
/** Script files that a page may load before it is usable. Over HTTP/1.1 a browser fetches six at a time. */
const MAX_FILES = 6

/** What no page loads by itself: the console's code and texts. */
const HIDDEN = /^src\/(?:web\/features\/console|shared\/i18n\/(?:en|ru)\/console\.ts)/

/**
 * @throws when a page loads too many scripts before it is usable, or the landing page too many bytes of them, or any page
 * something of the console
 */
export async function checkBudget(
  webFolder: string,
  manifest: Manifest,
  scriptsByPage: ScriptsByPage,
): Promise<void> {
  const hidden = Object.values(manifest).filter(({ src = '' }) => HIDDEN.test(src))
  if (hidden.length < 4) throw new Error('The console is not built apart from the pages')
  for (const [page, files] of scriptsByPage) {
    const found = hidden.find(({ file }) => files.includes(file))
    if (found !== undefined) throw new Error(`${page} loads ${found.file} of the console`)
    const scripts = await Promise.all(
      files.map(async (file) => ({
        file,
        size: gzipSync(await readFile(path.join(webFolder, file)), { level: 9 }).length,
      })),
    )
    const total = scripts.reduce((sum, { size }) => sum + size, 0)
    const facts = `${page} needs ${files.length} scripts of ${kilobytes(total)}`
    process.stderr.write(`${facts}\n`)
    const isLanding = page.endsWith('/landing')
    if (files.length <= MAX_FILES && !(isLanding && total > BUDGET)) continue
    const list = scripts.map(({ file, size }) => `  ${kilobytes(size)}  ${file}`).join('\n')
    const bounds = `${MAX_FILES}${isLanding ? ` of ${kilobytes(BUDGET)}` : ''}`
    throw new Error(`${facts} after gzip, more than ${bounds}:\n${list}`)
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
