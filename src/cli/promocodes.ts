import { type Command, InvalidArgumentError } from 'commander'
import { normalizePromocode, PROMOCODE_USES } from '#shared/rules/uses.ts'
import { moscowDate } from '#server/clock.ts'
import {
  endPromocode,
  insertPromocode,
  listPromocodes,
  type Promocode,
} from '#server/features/uses/promocodes.sql.ts'
import { withApp } from './with-database.ts'

const NUMBER_MAX = 1_000_000

/** `promocodes`: adds, lists and ends promocodes. */
export function registerPromocodes(program: Command): void {
  const promocodes = program.command('promocodes').description('Create promocodes, list them, end them')

  promocodes
    .command('add')
    .description('Create a promocode')
    .argument('<code>', '3 to 30 Latin letters, digits and hyphens; case does not matter', parseCode)
    .option('--uses <number>', 'how many uses it gives', parseNumber, PROMOCODE_USES)
    .option('--limit <number>', 'how many people may activate it; by default, any number', parseNumber)
    .option(
      '--until <date>',
      'the last Moscow date on which it works, YYYY-MM-DD; unless said it never ends',
      parseDate,
    )
    .addHelpText(
      'after',
      `
A person can activate a code once, even after deleting the account and signing up again. A code cannot be
created twice: once it has ended, a new one needs another spelling.`,
    )
    .action(async (code: string, options: { uses: number; limit?: number; until?: string }) => {
      const made = {
        code,
        uses: options.uses,
        places: options.limit ?? null,
        lastDate: options.until ?? null,
      }
      await withApp(async ({ db, clock }) => {
        if (made.lastDate !== null && made.lastDate < moscowDate(clock.now()))
          throw new Error('--until must be today’s date in Moscow or later.')
        if (!(await insertPromocode(db, made, clock.now())))
          throw new Error(`There is or was a promocode ${code} already.`)
      })
      process.stdout.write(`The promocode ${code} gives ${made.uses} uses.\n`)
    })

  promocodes
    .command('list')
    .description('List all promocodes, newest first')
    .action(async () => {
      const lines = await withApp(async ({ db, clock }) => {
        const today = moscowDate(clock.now())
        return (await listPromocodes(db)).map((promocode) => describe(promocode, today))
      })
      process.stdout.write(lines.length === 0 ? 'There are no promocodes.\n' : table(lines))
    })

  promocodes
    .command('end')
    .description('End a promocode: nobody can activate it from now on; what it gave stays')
    .argument('<code>', 'the promocode', parseCode)
    .action(async (code: string) => {
      await withApp(async ({ db, clock }) => {
        if (!(await endPromocode(db, code, clock.now())))
          throw new Error(`There is no promocode ${code} that still works.`)
      })
      process.stdout.write(`The promocode ${code} has ended.\n`)
    })
}

function describe(promocode: Promocode, today: string): readonly string[] {
  const { code, uses, places, lastDate, activated } = promocode
  return [
    code,
    `${uses} uses`,
    `${activated} of ${places ?? 'any number'}`,
    lastDate ?? 'no end',
    stateOf(promocode, today),
  ]
}

function stateOf({ places, lastDate, activated, endedAt }: Promocode, today: string): string {
  if (endedAt !== null) return 'ended'
  if (lastDate !== null && lastDate < today) return 'expired'
  return activated === places ? 'used up' : 'works'
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
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

function parseCode(text: string): string {
  const code = normalizePromocode(text)
  if (code === null) {
    throw new InvalidArgumentError(
      'It must have 3 to 30 Latin letters, digits and hyphens; lookalikes from other alphabets are refused.',
    )
  }
  return code
}

function parseNumber(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > NUMBER_MAX)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${NUMBER_MAX}.`)
  return number
}

function parseDate(text: string): string {
  const instant = new Date(`${text}T00:00:00Z`)
  const isDate = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isDate)
    throw new InvalidArgumentError('It must be a date, YYYY-MM-DD.')
  return text
}
