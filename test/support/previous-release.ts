import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '#test/support/project-files.ts'

/** A release's files; disposed, they are deleted. */
export interface ReleaseFiles extends Disposable {
  readonly commit: string
  readonly folder: string
}

/**
 * The files of the release before, with the dependencies of this checkout: those of the last tag, or without tags of the
 * commit before the last change of `db/migrations` or `db/code`.
 * @param wanted another commit or tag
 * @returns null where the history is not there; standard error then says so
 */
export function checkOutPrevious(wanted?: string): ReleaseFiles | null {
  const commit = wanted ?? lastTag() ?? beforeLastChange()
  const folder = mkdtempSync(path.join(tmpdir(), 'channelbook-previous-'))
  const release = path.join(folder, 'release')
  mkdirSync(release)
  try {
    if (commit === null) throw new Error('no earlier commit is known')
    const archive = git('archive', commit, 'package.json', 'src', 'db')
    execFileSync('tar', ['--extract', '--directory', release], { input: archive })
  } catch {
    rmSync(folder, { recursive: true })
    process.stderr.write(
      '[releases] The history of this clone has no release before: its tests are left out.\n',
    )
    return null
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(release, 'node_modules'))
  return {
    commit: commit ?? '',
    folder: release,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

function lastTag(): string | null {
  return ask('describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD^')
}

function beforeLastChange(): string | null {
  const change = ask('log', '-1', '--format=%H', '--', 'db/migrations', 'db/code')
  return change === null ? null : ask('rev-parse', '--verify', `${change}^`)
}

/** One line that git prints; null when it fails, or prints nothing. */
function ask(...args: string[]): string | null {
  try {
    return (
      git(...args)
        .toString('utf8')
        .trim() || null
    )
  } catch {
    return null
  }
}

function git(...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: ROOT, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] })
}
