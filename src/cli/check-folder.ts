import { statSync } from 'node:fs'
import path from 'node:path'

/**
 * For a file that is to be written, before work for it begins.
 * @throws Error with one sentence when there is no such folder
 */
export function checkFolder(file: string): void {
  const folder = path.dirname(path.resolve(file))
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`There is no folder ${folder}; make it, or choose another.`)
}
