import type { CommandKey, CommandOutput, CommandInput } from '../api/commands.ts'
import type { ImportTexts } from './import-report.ts'
import type { CommandErrors, InputProblem } from '../api/errors.ts'

/** The texts of operators' commands in one language. */
export interface CommandTexts {
  /** What the commands of a group are for, in the order of the help. */
  readonly groups: {
    readonly [K in CommandKey as K extends `${infer Group} ${string}` ? Group : never]: string
  }
  /** Fields that mean the same in several commands. */
  readonly fields: Readonly<Record<SharedField, string>>
  /** The columns of lists; one without a title has its name. */
  readonly columns: { readonly [Name in ColumnName]?: string }
  /** What is wrong with a field, by its `problem`. */
  readonly problems: Readonly<Record<InputProblem, (typed: string) => string>>
  /** The same for a field without one, by its type. */
  readonly bounds: Readonly<Record<'number' | 'length', (bound: string) => string>>
  readonly refusals: { readonly [Code in keyof CommandErrors]: (facts: CommandErrors[Code]) => string }
  readonly commands: { readonly [K in CommandKey]: CommandText<K> }
  /** In place of an empty list. */
  readonly none: string
  readonly imports: ImportTexts
  /** Asks to type what is to go, where it cannot be undone. */
  readonly confirm: (expected: string) => string
  readonly unconfirmed: string
}

type RowOf<T> = T extends readonly (infer Row)[]
  ? Row
  : T extends { readonly rows: readonly (infer Row)[] }
    ? Row
    : never

/** A column of a list that a command answers with. */
type ColumnName = { [K in CommandKey]: keyof RowOf<CommandOutput<K>> & string }[CommandKey]

type SharedField =
  | 'reason'
  | 'dryRun'
  | 'yes'
  | 'json'
  | 'channel'
  | 'who'
  | 'limit'
  | 'since'
  | 'until'
  | 'after'
  | 'address'
  | 'report'
  | 'request'

export interface CommandText<K extends CommandKey> {
  readonly about: string
  /** What else the help says. */
  readonly more?: string
  readonly fields: {
    readonly [Field in Exclude<keyof CommandInput<K>, SharedField | 'isDryRun'>]: string
  } & {
    readonly [Field in SharedField]?: string
  }
  /** In place of an empty list, where `none` would not do. */
  readonly none?: string
  /** What was done, or is shown. */
  readonly done: (output: CommandOutput<K>, isDryRun: boolean) => string
}

/** The sentence of what a command answered. */
export function sayOutcome(texts: CommandTexts, key: CommandKey, output: unknown, isDryRun: boolean): string {
  const text: CommandText<never> = texts.commands[key]
  const rows = Array.isArray(output) ? output : (output as { readonly rows?: unknown } | null)?.rows
  if (Array.isArray(rows) && rows.length === 0) return text.none ?? texts.none
  return text.done(output as never, isDryRun)
}

/** The sentence of a command's refusal; the code itself, where it is not one of a command. */
export function sayRefusal(texts: CommandTexts, code: string, facts: unknown): string {
  const say = (texts.refusals as Readonly<Record<string, (facts: never) => string>>)[code]
  return say === undefined ? code : say(facts as never)
}

/** Rows as lines, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? []
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** Rows as lines, where columns would be too wide. */
export function lines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join('  ')}\n`).join('')
}

/** Facts as lines, the values below each other. */
export function record(facts: readonly (readonly [name: string, value: string | number])[]): string {
  const width = Math.max(...facts.map(([name]) => name.length)) + 2
  return facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}\n`).join('')
}

type Facts = Readonly<Record<string, unknown>>

/** A page of a list with the names of its fields, which need no words; then the total, and how to go on. */
export function listed({
  rows,
  next,
  total,
}: {
  rows: readonly Facts[]
  next: string | null
  total?: Facts | null
}) {
  const [first] = rows
  const names = Object.keys(first ?? {})
  const cells = rows.map((row) => names.map((name) => factOf(name, row[name])))
  return [
    table([names, ...cells]),
    ...(total == null
      ? []
      : [
          `${Object.keys(total)
            .map((name) => `${name} ${factOf(name, total[name])}`)
            .join(', ')}\n`,
        ]),
    ...(next === null ? [] : [`--after ${next}\n`]),
  ].join('\n')
}

/** One thing with the names of its fields, and what belongs to it as tables. */
export function detailed(thing: Facts): string {
  const facts = Object.entries(thing).filter(([, value]) => !Array.isArray(value))
  const lists = Object.entries(thing).filter(([, value]) => Array.isArray(value) && value.length > 0)
  return [
    record(facts.map(([name, value]) => [name, factOf(name, value)])),
    ...lists.map(([name, rows]) => `${name}\n${listed({ rows: rows as Facts[], next: null })}`),
  ].join('\n')
}

/** Figures by day as a table, then those of now; names of figures are the same in all languages. */
export function todayLines({ days, daily, standing, ...rest }: CommandOutput<'today show'>): string {
  const said = (unit: string, value: number) => factOf(unit, value)
  return [
    table([
      ['', ...daily.map(({ metric }) => metric)],
      ...days.map((day, at) => [day, ...daily.map(({ unit, values }) => said(unit, values[at]!))]),
    ]),
    detailed({
      ...Object.fromEntries(standing.map(({ metric, unit, value }) => [metric, said(unit, value)])),
      ...rest,
    }),
  ].join('\n')
}

function factOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString().slice(0, 19)
  if (typeof value === 'number' && (name === 'amount' || name === 'kopecks')) return (value / 100).toFixed(2)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const share = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`)

type Source = NonNullable<CommandOutput<'contacts sources'>['sources']>[number]

/** The cells of a source, which need no words. */
export const sourceFacts = ({ source, contacts, sold, reveals, bounced, objections }: Source): string[] => [
  source,
  ...[contacts, sold, reveals].map(String),
  share(bounced, reveals),
  String(objections),
]

/** An entry of the audit, which needs no words: names of commands, kinds and facts are the same in all languages. */
export function auditLines({
  at,
  actor,
  operatorId,
  verb,
  kind,
  subject,
  reason,
  before,
  after,
}: AuditEntry): string {
  const change = [before, after].map((facts) => (facts === null ? '' : JSON.stringify(facts)))
  const told = [
    `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC  ${actor}${operatorId === null ? '' : ` (person:${operatorId})`}  ${verb}  ${kind} ${subject}`,
    ...(reason === null ? [] : [`  ${reason}`]),
    ...(change.join('') === '' ? [] : [`  ${change.join(' -> ').trim()}`]),
  ]
  return told.map((text) => text.replaceAll(/\s*\n\s*/g, ' ')).join('\n')
}

type AuditEntry = CommandOutput<'audit list'>[number]
