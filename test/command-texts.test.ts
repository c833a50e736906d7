import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type CommandKey, commands } from '#shared/api/commands.ts'
import type { CommandText, CommandTexts } from '#shared/i18n/command-texts.ts'
import { FEATURES } from '#shared/rules/feedback.ts'
import { commandTexts } from '#shared/i18n/server-texts.ts'
import { bannedWords } from '#test/support/banned-words.ts'

/** Values of a command's output: each choice that the schema leaves is made both ways, one at a time. */
function samples(schema: z.core.$ZodType): unknown[] {
  const { def } = schema._zod as { readonly def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, samples(field)] as const)
      const most = Math.max(1, ...fields.map(([, values]) => values.length))
      return Array.from({ length: most }, (_, at) =>
        Object.fromEntries(fields.map(([name, values]) => [name, values[at % values.length]])),
      )
    }
    case 'array':
      return [samples(def.element)]
    case 'nullable':
      return [null, ...samples(def.innerType)]
    case 'enum':
      return Object.values(def.entries)
    case 'boolean':
      return [true, false]
    case 'date':
      return [new Date('2026-11-26T09:00:00Z')]
    case 'number':
      return [1, 5, 0]
    case 'union':
      return def.options.flatMap(samples)
    case 'record':
      return samples(def.valueType).map((value) => ({ x: value }))
    case 'unknown':
      return [null, { state: 'x' }]
    case 'string':
      return ['текст']
    default:
      throw new Error(`no sample of ${def.type}`)
  }
}

/** All that a language says, except names of fields and what is left to the operator's own words. */
function textsOf(texts: CommandTexts): string[] {
  const facts = {
    named: 'x',
    field: 'x',
    problem: 'invalid',
    key: 'x',
    code: 'x',
    name: 'x',
    id: 'x',
    answer: 'x',
    uses: 5,
    amount: 5,
    near: ['x'],
    source: 'x',
    received: 'x',
    run: 5,
    used: 5,
    operated: 5,
    later: 5,
    creators: 5,
  } as never
  const said = (Object.keys(commands) as CommandKey[]).flatMap((key) => {
    const { about, more = about, fields, none = about, done }: CommandText<never> = texts.commands[key]
    const told = samples(commands[key].output).flatMap((output) =>
      [true, false].map((isDryRun) => done(output as never, isDryRun)),
    )
    return [about, more, none, ...Object.values(fields), ...told]
  })
  return [
    ...Object.values(texts.groups),
    ...Object.values(texts.fields),
    ...Object.values(texts.columns).filter((title) => title !== undefined),
    ...Object.values(texts.problems).map((say) => say('x')),
    ...Object.values(texts.bounds).map((say) => say('5')),
    ...Object.values(texts.refusals).map((say) => say(facts)),
    texts.none,
    texts.confirm('x'),
    texts.unconfirmed,
    ...said,
  ]
}

describe.each(['en', 'ru'] as const)('what commands say: %s', (language) => {
  const texts = textsOf(commandTexts[language])

  it('is there, without words that we avoid', () => {
    expect(texts.filter((text) => text.trim() === '' || /undefined|NaN|\[object/.test(text))).toEqual([])
    // The names of what can be voted for are the specification's.
    const own = texts.map((text) => FEATURES.reduce((rest, name) => rest.replaceAll(name, ''), text))
    expect(own.flatMap(bannedWords(language, 'documents'))).toEqual([])
  })

  it('is in its language', () => {
    const isForeign = language === 'ru' ? /^[^а-яё№]*$/i : /[а-яё]/i
    // What has only names and numbers is the same in both.
    const other = new Set(textsOf(commandTexts[language === 'ru' ? 'en' : 'ru']))
    const own = texts.filter((text) => !other.has(text))
    expect(own.filter((text) => isForeign.test(text.replaceAll('текст', '')))).toEqual([])
  })
})
