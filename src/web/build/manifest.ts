import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from 'vite'
import { INITIAL } from './script-files.ts'

/** Reads which files were built from which source, and removes the manifest from the served files. */
export async function readManifest(webFolder: string): Promise<Manifest> {
  const folder = path.join(webFolder, '.vite')
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Manifest
  await rm(folder, { recursive: true })
  return manifest
}

/**
 * Everything that a source's code needs immediately, itself first: its chunk and the chunks that it imports statically.
 * @param source a source file, or a key of the manifest
 * @throws when nothing was built from the source
 */
export function filesOf(
  manifest: Manifest,
  source: string,
): { readonly scripts: readonly string[]; readonly styles: readonly string[] } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`Nothing was built from ${key}`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(source)
  return { scripts: [...scripts], styles: [...styles] }
}

/** The key of what every page loads first; none of its modules names it. */
export function initialKey(manifest: Manifest): string {
  const key = Object.keys(manifest).find((name) => manifest[name]?.name === INITIAL)
  if (key === undefined) throw new Error(`Nothing was built as ${INITIAL}`)
  return key
}
