import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import type { Refusal } from '#server/refusal.ts'
import { runCommand } from '#server/run-command.ts'
import { type FieldHints, givenTo } from '#shared/api/command.ts'
import { type CommandKey, commands } from '#shared/api/commands.ts'
import { type CommandText, sayOutcome, sayRefusal } from '#shared/i18n/command-texts.ts'
import { commandTexts } from '#shared/i18n/server-texts.ts'
import { operatorOf } from './options.ts'
import { printable } from './print.ts'
import { withApp } from './with-database.ts'

const texts = commandTexts.en

/** A field of what a command is given, in JSON Schema with hints of our own. */
interface Field extends FieldHints {
  readonly type: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly maximum?: number
  readonly maxLength?: number
}

/** Adds the commands of the contract; arguments, options and help of each follow from its entry and its texts. */
export function registerDerived(program: Command): void {
  for (const [group, about] of Object.entries(texts.groups)) {
    const parent = program.command(group).description(about)
    for (const key of Object.keys(commands) as CommandKey[])
      if (key.startsWith(`${group} `)) register(program, parent, key)
  }
}

function register(program: Command, parent: Command, key: CommandKey): void {
  const entry = commands[key]
  const { args = [] } = entry
  const text: CommandText<never> = texts.commands[key]
  const about: Readonly<Record<string, string>> = { ...texts.fields, ...text.fields }
  const command = parent.command(key.slice(key.indexOf(' ') + 1)).description(text.about)
  const given = givenTo(entry)
  const { properties, required = [] } = z.toJSONSchema(given, { io: 'input' })
  const options = new Map<string, Option>()
  for (const [name, field] of Object.entries(properties ?? {}) as [string, Field][]) {
    const read = (typed: string) => readField(given.shape[name] as z.ZodType, field, typed)
    if (args.includes(name)) {
      const argument = new Argument(`<${name}>`, about[name])
      command.addArgument(field.enum === undefined ? argument.argParser(read) : argument.choices(field.enum))
      continue
    }
    const values = field.values === undefined ? '' : `: ${field.values.join(', ')}`
    const option = new Option(flagsOf(name, field), `${about[name]}${values}`)
    if (field.enum !== undefined) option.choices(field.enum)
    else if (field.type !== 'boolean') option.argParser(read)
    if (field.type !== 'boolean') option.default(field.default)
    command.addOption(option.makeOptionMandatory(required.includes(name)))
    options.set(name, option)
  }
  if (entry.dryRun === true) command.option('--dry-run', about['dryRun'])
  if (entry.confirm !== undefined) command.option('--yes', about['yes'])
  command.option('--json', about['json'])
  if (text.more !== undefined) command.addHelpText('after', `\n${text.more}`)
  command.action(async (...typed: readonly unknown[]) => {
    const chosen = command.opts<Readonly<Record<string, unknown>>>()
    const isDryRun = chosen['dryRun'] === true
    const values = {
      ...Object.fromEntries(args.map((name, place) => [name, typed[place]])),
      ...Object.fromEntries([...options].map(([name, option]) => [name, chosen[option.attributeName()]])),
      isDryRun,
    }
    if (entry.confirm !== undefined && !isDryRun && chosen['yes'] !== true)
      await askToType(
        command,
        String(entry.confirm === true ? key : values[entry.confirm as keyof typeof values]),
      )
    const output = await withApp((app) => runCommand(app, operatorOf(program), key, values))
    const said = chosen['json'] === true ? JSON.stringify(output) : sayOutcome(texts, key, output, isDryRun)
    process.stdout.write(printable(`${said.trimEnd()}\n`))
  })
}

/** What cannot be undone is confirmed by typing its name; programs give --yes. */
async function askToType(command: Command, expected: string): Promise<void> {
  if (process.stdin.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    const typed = await terminal.question(texts.confirm(printable(expected)))
    terminal.close()
    if (typed.trim() === expected.trim()) return
  }
  command.error(texts.unconfirmed)
}

function flagsOf(name: string, { type, hint, isFile }: Field): string {
  if (isFile === true) return '--file <file>'
  if (type === 'boolean') return `--${name}`
  return `--${name} <${hint ?? (type === 'integer' ? 'number' : 'text')}>`
}

/** Checks what was typed for a field, so that Commander can name it. @returns it in the form of the schema's input */
function readField(schema: z.ZodType, field: Field, typed: string): unknown {
  const value = inputOf(field, typed)
  const read = schema.safeParse(value)
  if (read.success) return value
  const place = Number(read.error.issues[0]?.path[0] ?? 0)
  throw new InvalidArgumentError(describeProblem(field, Array.isArray(value) ? String(value[place]) : typed))
}

function inputOf({ type, isFile }: Field, typed: string): unknown {
  if (type === 'integer') return /^\d+$/.test(typed) ? Number(typed) : typed
  if (type === 'array') return typed.split(',').map((word) => word.trim())
  return isFile === true ? readText(typed) : typed
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new InvalidArgumentError(`${file} cannot be read.`)
  }
}

function describeProblem({ problem, maximum, maxLength }: Field, word: string): string {
  const { problems, bounds } = texts
  if (problem !== undefined) return problems[problem](word)
  return maximum === undefined ? bounds.length(String(maxLength)) : bounds.number(String(maximum))
}

/** The sentence of a command's refusal. */
export function describeRefusal({
  code,
  extras,
}: Pick<Refusal, 'extras'> & { readonly code: string }): string {
  return printable(sayRefusal(texts, code, extras))
}
