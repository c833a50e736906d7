import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isNext, makeRelease, notesOf, withRelease } from '../scripts/release.ts'
import packageJson from '../package.json' with { type: 'json' }
import { readProjectFile } from '#test/support/project-files.ts'

describe('a release', () => {
  it.each(['1.2.4', '1.3.0', '2.0.0'])('%s follows 1.2.3', (version) => {
    expect(isNext(version, '1.2.3')).toBe(true)
  })

  it.each(['1.2.3', '1.2.5', '1.3.1', '3.0.0', '1.2.2'])('%s does not', (version) => {
    expect(isNext(version, '1.2.3')).toBe(false)
  })

  it.each(['1.2', '01.2.3', '1.2.3-rc.1', 'latest'])('%s is no version', (version) => {
    expect(() => isNext(version, version)).toThrow('is no version')
  })

  it('gives what is pending a version, and leaves room for the next', () => {
    const after = withRelease(
      '# Changelog\n\n## Pending\n\n- New.\n\n## 1.0.0, 2026-01-01\n\n- Old.\n',
      '1.1.0',
      '2026-12-01',
    )
    expect(after).toBe(
      '# Changelog\n\n## Pending\n\n## 1.1.0, 2026-12-01\n\n- New.\n\n## 1.0.0, 2026-01-01\n\n- Old.\n',
    )
    expect(notesOf(after, '1.1.0')).toBe('- New.')
    expect(notesOf(after, '1.0.0')).toBe('- Old.')
    expect(() => notesOf(after, '1.2.0')).toThrow('does not tell of 1.2.0')
    expect(() => withRelease(after, '1.2.0', '2026-12-02')).toThrow('nothing under "Pending"')
  })

  it('can be made of the changelog once something is pending, and has notes of the version in hand', () => {
    const changelog = readProjectFile('CHANGELOG.md')
    expect(notesOf(changelog, packageJson.version)).toMatch(/^- /)
    const pending = changelog.replace('## Pending\n', '## Pending\n\n- New.\n')
    expect(notesOf(withRelease(pending, '99.0.0', '2026-12-01'), '99.0.0')).toMatch(/^- New\.$/m)
  })
})

/** A checkout of `main` with one commit. */
function makeCheckout() {
  const folder = mkdtempSync(path.join(tmpdir(), 'channelbook-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  write(
    'package.json',
    '{\n  "name": "product",\n  "version": "1.2.3",\n  "dependencies": { "other": "1.2.3" }\n}\n',
  )
  const packages = '{ "": { "version": "1.2.3" }, "node_modules/other": { "version": "1.2.3" } }'
  write('package-lock.json', `{ "version": "1.2.3", "packages": ${packages} }\n`)
  write('CHANGELOG.md', '# Changelog\n\n## Pending\n\n- New.\n\n## 1.2.3, 2026-01-01\n\n- Old.\n')
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'A maintainer')
  git('config', 'user.email', 'maintainer@channelbook.example')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
  return { folder, git, write, read: (name: string) => readFileSync(path.join(folder, name), 'utf8') }
}

describe('making a release', () => {
  it('commits the version and its notes, and tags them', () => {
    const { folder, git, read } = makeCheckout()
    makeRelease('1.3.0', folder)
    expect(JSON.parse(read('package.json'))).toMatchObject({
      version: '1.3.0',
      dependencies: { other: '1.2.3' },
    })
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({
      version: '1.3.0',
      packages: { '': { version: '1.3.0' }, 'node_modules/other': { version: '1.2.3' } },
    })
    expect(read('CHANGELOG.md')).toMatch(/^## Pending\n\n## 1\.3\.0, \d{4}-\d\d-\d\d\n\n- New\.$/m)
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '--format=%s')).toBe('Release 1.3.0\nBegin')
    expect(git('for-each-ref', '--format=%(contents)', 'refs/tags/v1.3.0')).toBe('- New.')
    expect(git('rev-parse', 'v1.3.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  })

  it('refuses what must not be one, and changes nothing', () => {
    const { folder, git, write } = makeCheckout()
    expect(() => makeRelease('1.4.0', folder)).toThrow('does not follow 1.2.3')
    write('stray', 'not committed')
    expect(() => makeRelease('1.3.0', folder)).toThrow('not committed')
    git('add', '.')
    git('commit', '--quiet', '--message', 'Add')
    git('switch', '--quiet', '--create', 'other')
    expect(() => makeRelease('1.3.0', folder)).toThrow('Releases are made of main')
    git('switch', '--quiet', 'main')
    write('CHANGELOG.md', '# Changelog\n\n## Pending\n\n## 1.2.3, 2026-01-01\n\n- Old.\n')
    git('commit', '--quiet', '--all', '--message', 'Empty')
    expect(() => makeRelease('1.3.0', folder)).toThrow('nothing under "Pending"')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('tag')).toBe('')
  })
})
