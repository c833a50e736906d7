import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProjectFile } from '#test/support/project-files.ts'
import { ICO_PICTURE, icoOf, PICTURES, readPicture, sourceHash } from '../scripts/pictures.ts'

const PUBLIC = path.join(import.meta.dirname, '../src/web/public')

describe('pictures', () => {
  it.each(Object.entries(PICTURES))('%s is what `node scripts/pictures.ts` draws', (name, picture) => {
    const { width, height } = picture
    expect(readPicture(readFileSync(path.join(PUBLIC, name)))).toEqual({
      width,
      height,
      source: sourceHash(picture),
    })
  })

  it('provide the icon of favicon.ico', () => {
    const read = (name: string) => readFileSync(path.join(PUBLIC, name))
    expect(read('favicon.ico')).toEqual(icoOf(read(ICO_PICTURE)))
  })

  it('are in the manifest with their true sizes', () => {
    const { icons } = JSON.parse(readProjectFile('src/web/public/manifest.webmanifest')) as {
      icons: { src: string; sizes: string; type: string }[]
    }
    for (const { src, sizes, type } of icons.filter((given) => given.type === 'image/png')) {
      const { width, height } = readPicture(readFileSync(path.join(PUBLIC, src)))
      expect([sizes, type]).toEqual([`${width}x${height}`, 'image/png'])
    }
    expect(icons.length).toBeGreaterThan(2)
  })
})
