import { expect, it } from 'vitest'
import { readProjectFile } from '#test/support/project-files.ts'
import { recommendSettings } from './recommended-settings.ts'

const GIGABYTE = 1_073_741_824
const PLENTY = 1_000 * GIGABYTE

it.each([
  // memory in GB, then shared_buffers, effective_cache_size, work_mem, maintenance_work_mem
  [0.25, '128MB', '256MB', '8MB', '64MB'],
  [0.5, '128MB', '307MB', '8MB', '64MB'],
  [2, '512MB', '1229MB', '8MB', '128MB'],
  [4, '1024MB', '2458MB', '16MB', '256MB'],
  [24, '4096MB', '14746MB', '64MB', '1024MB'],
  [1_024, '4096MB', '629146MB', '64MB', '1024MB'],
])('with %s GB of memory, caches and sorts get their share within bounds', (memory, ...sizes) => {
  const { shared_buffers, effective_cache_size, work_mem, maintenance_work_mem } = recommendSettings({
    memory: memory * GIGABYTE,
    freeDisk: PLENTY,
  })
  expect([shared_buffers, effective_cache_size, work_mem, maintenance_work_mem]).toEqual(sizes)
})

it.each([
  [0, '1024MB'],
  [30, '3072MB'],
  [1_000, '8192MB'],
])('with %s GB of free disk, the log may grow to a tenth within bounds', (freeDisk, size) => {
  const { max_wal_size } = recommendSettings({ memory: GIGABYTE, freeDisk: freeDisk * GIGABYTE })
  expect(max_wal_size).toBe(size)
})

it('the operator’s handbook has the settings for 16 GB', () => {
  const [, section = ''] = readProjectFile('docs/database.md').split('\n## Settings of PostgreSQL\n')
  const [table = ''] = section.split('\n## ')
  const documented = [...table.matchAll(/^\| `(\w+)` \| .* \| `([^`]+)` \|$/gm)].map(([, name, value]) => [
    name,
    value,
  ])
  expect(Object.fromEntries(documented)).toEqual(
    recommendSettings({ memory: 16 * GIGABYTE, freeDisk: PLENTY }),
  )
})
