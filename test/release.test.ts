import { describe, expect, it } from 'vitest'
import { isNext, notesOf, withRelease } from '../scripts/release.ts'
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

  it('can be made of the changelog as it is', () => {
    const after = withRelease(readProjectFile('CHANGELOG.md'), '99.0.0', '2026-12-01')
    expect(notesOf(after, '99.0.0')).toMatch(/^- /)
    expect(isNext(packageJson.version, packageJson.version)).toBe(false)
  })
})
