import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LineReason } from '#shared/rules/imports.ts'
import { Quarantine } from './quarantine.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'channelbook-quarantine-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** One run over a file with one refused row for each reason. */
function run(file: string, ...reasons: readonly LineReason[]): string | null {
  using quarantine = new Quarantine(folder, file, [])
  for (const reason of reasons) quarantine.refuse({ line: 2, reason })
  return quarantine.close()
}

function kept(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')).reason]),
  )
}

it('keeps the rows of earlier runs over files of the same name', () => {
  expect(run('d1/same.csv', 'no name')).toBe(join(folder, 'same.csv.quarantine.ndjson'))
  expect(run('d2/same.csv', 'row too long')).toBe(join(folder, 'same.csv.quarantine.2.ndjson'))
  expect(run('d1/same.csv', 'unclosed quote')).toBe(join(folder, 'same.csv.quarantine.3.ndjson'))
  expect(kept()).toEqual({
    'same.csv.quarantine.ndjson': 'no name',
    'same.csv.quarantine.2.ndjson': 'row too long',
    'same.csv.quarantine.3.ndjson': 'unclosed quote',
  })
})

it('a run that refuses nothing, or fails, leaves the folder as it was', () => {
  run('d1/same.csv', 'no name')
  expect(run('d2/same.csv')).toBeNull()
  {
    using failed = new Quarantine(folder, 'd2/same.csv', [])
    failed.refuse({ line: 2, reason: 'no name', cells: Array.from({ length: 100 }, () => 'x'.repeat(1_000)) })
    expect(readdirSync(folder)).toHaveLength(2)
  }
  expect(kept()).toEqual({ 'same.csv.quarantine.ndjson': 'no name' })
})

it('runs that end at the same moment each keep their own rows', () => {
  using one = new Quarantine(folder, 'd1/same.csv', [])
  using other = new Quarantine(folder, 'd2/same.csv', [])
  one.refuse({ line: 2, reason: 'no name' })
  other.refuse({ line: 2, reason: 'row too long' })
  expect(other.close()).toBe(join(folder, 'same.csv.quarantine.ndjson'))
  expect(one.close()).toBe(join(folder, 'same.csv.quarantine.2.ndjson'))
  expect(kept()).toEqual({
    'same.csv.quarantine.ndjson': 'row too long',
    'same.csv.quarantine.2.ndjson': 'no name',
  })
})

it('only its owner can list and read what was refused', () => {
  folder = join(folder, 'quarantine')
  const file = run('d1/same.csv', 'no name')
  const rights = [folder, file!].map((path) => (statSync(path).mode & 0o777).toString(8))
  folder = join(folder, '..')
  expect(rights).toEqual(['700', '600'])
})
