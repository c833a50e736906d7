import { statSync } from 'node:fs'
import path from 'node:path'

/**
 * Checks a path before the work for the file begins.
 * @throws Error with one sentence when the folder does not exist
 */
export function checkFolder(file: string): void {
  const folder = path.dirname(path.resolve(file))
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`There is no folder ${folder}; make it, or choose another.`)
}
