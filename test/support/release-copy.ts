import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#test/support/project-files.ts'

/** Another release: a copy of this program; disposed, it is deleted. */
export interface ReleaseCopy extends AsyncDisposable {
  readonly folder: string
}

/** @param files what it has in place of this program's files, by their paths: a text, or what makes it of this program's */
export async function copyRelease(
  files: Readonly<Record<string, string | ((text: string) => string)>>,
): Promise<ReleaseCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'channelbook-release-'))
  for (const part of ['package.json', 'src', 'db', 'test/support'])
    await cp(join(ROOT, part), join(folder, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name)
    await writeFile(file, typeof content === 'string' ? content : content(await readFile(file, 'utf8')))
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
