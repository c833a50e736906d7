import { type Command, InvalidArgumentError } from 'commander'
import { normalizePromocode, PROMOCODE_USES } from '#shared/rules/uses.ts'
import { moscowDate } from '#server/clock.ts'
import { closePromocode, openPromocode } from '#server/features/uses/operate-promocodes.ts'
import { listPromocodes, type Promocode } from '#server/features/uses/promocodes.sql.ts'
import { numberUpTo, operatorOf, parseDate } from './options.ts'
import { table } from './print.ts'
import { withApp } from './with-database.ts'

const NUMBER_MAX = 1_000_000

/** `promocodes`: adds, lists and ends promocodes. */
export function registerPromocodes(program: Command): void {
  const promocodes = program.command('promocodes').description('Create promocodes, list them, end them')

  promocodes
    .command('add')
    .description('Create a promocode')
    .argument('<code>', '3 to 30 Latin letters, digits and hyphens; case does not matter', parseCode)
    .option('--uses <number>', 'how many uses it gives', numberUpTo(NUMBER_MAX), PROMOCODE_USES)
    .option(
      '--limit <number>',
      'how many people may activate it; by default, any number',
      numberUpTo(NUMBER_MAX),
    )
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
      await withApp(async (app) => {
        if (made.lastDate !== null && made.lastDate < moscowDate(app.clock.now()))
          throw new Error('--until must be today’s date in Moscow or later.')
        if (!(await openPromocode(app, operatorOf(program), made)))
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
      const outcome = await withApp((app) => closePromocode(app, operatorOf(program), code))
      if (outcome === 'no such promocode') throw new Error(`There is no promocode ${code}.`)
      process.stdout.write(`The promocode ${code} has ended${outcome === 'already' ? ' already' : ''}.\n`)
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

function parseCode(text: string): string {
  const code = normalizePromocode(text)
  if (code === null) {
    throw new InvalidArgumentError(
      'It must have 3 to 30 Latin letters, digits and hyphens; lookalikes from other alphabets are refused.',
    )
  }
  return code
}
