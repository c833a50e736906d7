import { z } from 'zod'
import { type Command, type FieldHints, givenTo, hasRole, type Role } from '#shared/api/command.ts'
import { type CommandKey, commands } from '#shared/api/commands.ts'
import type { DataOf } from '#shared/api/contract.ts'
import type { CommandText, CommandTexts } from '#shared/i18n/command-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { commandTexts } from '#shared/i18n/server-texts.ts'

type Described = DataOf<'GET /operator/commands'>
type Descriptor = Described['commands'][number]
type Field = Descriptor['fields'][number]

/** The commands that a role may run, as the console's forms need them. */
export function describeCommands(role: Role, language: Language): Described {
  const texts = commandTexts[language]
  const allowed = (Object.keys(commands) as CommandKey[]).filter((key) =>
    hasRole(role, commands[key].atLeast),
  )
  const groups = Object.entries(texts.groups)
    .map(([name, about]) => ({ name, about }))
    .filter(({ name }) => allowed.some((key) => key.startsWith(`${name} `)))
  return { groups, commands: allowed.map((key) => describe(key, commands[key], texts)) }
}

function describe(key: CommandKey, entry: Command, texts: CommandTexts): Descriptor {
  const { about, more }: CommandText<never> = texts.commands[key]
  const reason = entry.reason === undefined ? 'none' : entry.reason === true ? 'required' : 'optional'
  return {
    key,
    about,
    more: more ?? null,
    atLeast: entry.atLeast,
    changesNothing: entry.changesNothing === true,
    dryRun: entry.dryRun === true,
    reason,
    confirm: entry.confirm === undefined ? null : entry.confirm === true ? key : entry.confirm,
    opposite: entry.opposite ?? null,
    fields: fieldsOf(key, entry, texts),
    columns: columnsOf(entry.output, texts),
  }
}

interface JsonField extends FieldHints {
  readonly type?: string
  readonly format?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly maximum?: number
  readonly maxLength?: number
}

function fieldsOf(key: CommandKey, entry: Command, texts: CommandTexts): Field[] {
  const own: CommandText<never> = texts.commands[key]
  const labels: Readonly<Record<string, string>> = { ...texts.fields, ...own.fields }
  const { properties = {}, required = [] } = z.toJSONSchema(givenTo(entry), { io: 'input' })
  return Object.entries(properties as Readonly<Record<string, JsonField>>).map(([name, field]) => ({
    name,
    label: capitalized(labels[name] ?? name),
    type: typeOf(field),
    values: [...(field.enum ?? field.values ?? [])],
    isRequired: required.includes(name),
    isArgument: entry.args?.includes(name) === true,
    default: (field.default ?? null) as Field['default'],
    max: field.maximum ?? field.maxLength ?? null,
    problem: problemOf(field, texts),
  }))
}

/** The help of the command line begins each without a capital. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function typeOf({ type, format, isFile, ...field }: JsonField): Field['type'] {
  if (isFile === true) return 'file'
  if (field.enum !== undefined) return 'choice'
  if (format === 'date') return 'date'
  if (type === 'integer') return 'number'
  if (type === 'boolean') return 'yes'
  return type === 'array' ? 'list' : 'text'
}

function problemOf({ problem, maximum, maxLength }: JsonField, { problems, bounds }: CommandTexts): string {
  if (problem !== undefined) return problems[problem]('')
  if (maximum !== undefined) return bounds.number(String(maximum))
  return maxLength === undefined ? problems.invalid('') : bounds.length(String(maxLength))
}

/** The columns of a list, or of the `rows` of a page of one. */
function columnsOf(output: z.ZodType, { columns }: CommandTexts): Descriptor['columns'] {
  const titles: Readonly<Record<string, string | undefined>> = columns
  const list = output instanceof z.ZodObject ? output.shape['rows'] : output
  if (!(list instanceof z.ZodArray) || !(list.element instanceof z.ZodObject)) return null
  return Object.keys(list.element.shape).map((name) => ({ name, label: titles[name] ?? name }))
}
