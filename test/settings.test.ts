import { expect, it } from 'vitest'
import { settings as russian } from '#shared/i18n/ru/settings.ts'
import { readConfig } from '#server/config/config.ts'
import { settings } from '#server/config/settings.ts'
import { readProjectFile } from '#test/support/project-files.ts'
import { settingsFiles } from '../scripts/settings.ts'

it.each(Object.keys(settingsFiles))('%s is what `npm run settings` writes', (file) => {
  expect(readProjectFile(file)).toBe(settingsFiles[file])
})

it('the example with every line enabled is the default configuration', () => {
  const lines = readProjectFile('.env.example').match(/(?<=^# )[A-Z_]+=.*$/gm) ?? []
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)))
  // Where each comes from is all that differs.
  const { sources, ...values } = readConfig(env)
  expect(values).toEqual({ ...readConfig({}), sources: undefined })
  expect(new Set(Object.values(sources))).toEqual(new Set(['environment', 'default']))
})

it('every setting has a Russian text, and no other text is there', () => {
  const names = Object.values(settings).map(({ env }) => env)
  expect(Object.keys(russian).toSorted()).toEqual(names.toSorted())
})
