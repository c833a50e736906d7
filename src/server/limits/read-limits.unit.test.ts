import { expect, it } from 'vitest'
import { contract } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { LIMITS } from '#shared/api/rate-limits.ts'
import { codeOf, projectFiles } from '#test/support/project-files.ts'

const entries: readonly Endpoint[] = Object.values(contract)
const further = new Set<string>(entries.flatMap(({ furtherLimits = [] }) => furtherLimits))
const counted = new Set(
  projectFiles('src/server/features')
    .filter((file) => !file.endsWith('.test.ts'))
    // `takeAll` counts within a transaction; of its limits these refuse a call.
    .flatMap((file) => [
      ...codeOf(file).matchAll(/(?:limits\s*\.consume\(\s*'|\['(?=receipt_day|reveal_day))(\w+)'/g),
    ])
    .map(([, name = '']) => name),
)

it('verbs count exactly what endpoints declare as further limits', () => {
  expect([...counted].toSorted()).toEqual([...further].toSorted())
})

it('every limit is counted by an endpoint, or refuses no call', () => {
  const others = ['all', 'channel_page', 'signup_day', 'welcome_network', 'welcome_month', 'welcome_domain']
  const declared = [...further, ...entries.flatMap(({ limits }) => limits), ...others]
  expect(Object.keys(LIMITS).toSorted()).toEqual([...new Set(declared)].toSorted())
})
