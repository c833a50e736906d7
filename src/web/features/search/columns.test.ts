import { describe, expect, it } from 'vitest'
import { readColumns } from './columns.ts'

describe('readColumns', () => {
  it('gives the table’s order, always with the name, and ignores unknown ones', () => {
    expect(readColumns('contact price lastUpload')).toEqual(['name', 'lastUpload', 'contact'])
    expect(readColumns('')).toEqual(['name'])
  })

  it('starts with all that buyers compare', () => {
    expect(readColumns(null)).toEqual([
      'name',
      'subscribers',
      'types',
      'audiences',
      'country',
      'lastUpload',
      'contact',
    ])
  })
})
