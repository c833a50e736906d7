import { type Command, InvalidArgumentError } from 'commander'
import type { App } from '#server/app.ts'
import { countDue, retireContacts } from '#server/features/catalogue/retire-contacts.ts'
import { restoreContacts } from '#server/features/catalogue/restore-contacts.ts'
import { type ContactSource, listSources, switchSource } from '#server/features/catalogue/sources.ts'
import { isLockTimeout } from '#server/features/catalogue/import-lock.sql.ts'
import { suppressForOwner } from '#server/features/objections/suppress-address.ts'
import { DRY_RUN, numberUpTo, operatorOf, parseAddress, parseText, REASON } from './options.ts'
import { counted, printable, table } from './print.ts'
import { withApp } from './with-database.ts'

/** `contacts`: what an operator does about the addresses of creators. */
export function registerContacts(program: Command): void {
  const contacts = program
    .command('contacts')
    .description('Withhold addresses of creators, forget old ones, judge their sources')

  contacts
    .command('suppress')
    .description('Withhold an address for good, as its owner could at /optout')
    .argument('<address>', 'the email address', parseAddress)
    .requiredOption(REASON, 'why, for the audit', parseText)
    .option(...DRY_RUN)
    .addHelpText(
      'after',
      `
Nobody sees the address from then on, including people who have paid for it, and no import brings it back. This cannot be
undone. Only a keyed hash of the address is kept.`,
    )
    .action(async (address: string, { reason, dryRun = false }: { reason: string; dryRun?: boolean }) => {
      const by = operatorOf(program, reason)
      const withheld = await withApp((app) => suppressForOwner(app, by, { address, isDryRun: dryRun })).catch(
        refuseDuringImport,
      )
      if (withheld === 'already') return void process.stdout.write('The address is withheld already.\n')
      const { channels, channelsLeftWithout, purchases, owners } = withheld
      process.stdout.write(
        `The address ${dryRun ? 'would be' : 'is'} withheld from everybody and every later import.\n` +
          `${counted(channels, 'channel')} had it, ${channelsLeftWithout} of them no other; ` +
          `${counted(purchases, 'purchase')} of ${counted(owners, 'person', 'people')} ${dryRun ? 'would show' : 'show'} no address any more.\n`,
      )
    })

  contacts
    .command('restore')
    .description('Sell an address again that buyers reported to bounce; only later bounces count then')
    .argument('<address>', 'the email address', parseAddress)
    .requiredOption(REASON, 'why, for the audit', parseText)
    .option(...DRY_RUN)
    .action(async (address: string, { reason, dryRun = false }: { reason: string; dryRun?: boolean }) => {
      const by = operatorOf(program, reason)
      const restored = await withApp((app) => restoreContacts(app, by, { address, isDryRun: dryRun })).catch(
        refuseDuringImport,
      )
      const { channels, sold } = restored
      const noted = `Bounces ${dryRun ? 'are noted' : 'were forgotten'} at ${counted(channels, 'channel')}; `
      const again = `on sale again: ${counted(sold, 'contact')}.\n`
      process.stdout.write(channels === 0 ? 'No bounce of this address is noted.\n' : noted + again)
    })

  contacts
    .command('forget')
    .description('Take contacts off sale and delete them by their age now, as happens every night')
    .option(...DRY_RUN)
    .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
      const due = await withApp(async (app) => {
        const found = await countDue(app)
        if (!dryRun) await retire(app)
        return found
      })
      process.stdout.write(
        `${counted(due.offSale, 'contact')} ${dryRun ? 'would go' : 'went'} off sale, ` +
          `${counted(due.deleted, 'contact')} ${dryRun ? 'would be' : 'were'} deleted.\n`,
      )
    })

  contacts
    .command('sources')
    .description('Show where contacts come from and how many came back, or switch a source off')
    .option('--limit <number>', 'how many sources', numberUpTo(10_000), 50)
    .option(
      '--off <source>',
      'sell no contact of this source, and import none, until it is switched on',
      parseSource,
    )
    .option('--on <source>', 'sell its contacts again', parseSource)
    .option(REASON, 'why it is switched, for the audit', parseText)
    .addHelpText(
      'after',
      `
A source is the host of the page where an address was found, or the kind of source where there is no page.`,
    )
    .action(async ({ limit, off, on, reason }: SourcesOptions) => {
      if (off === undefined && on === undefined) {
        const sources = await withApp(({ db }) => listSources(db, limit))
        return void process.stdout.write(sources.length === 0 ? 'There are none.\n' : table(rowsOf(sources)))
      }
      if ((off !== undefined && on !== undefined) || reason === undefined)
        throw new Error('Give one of --off and --on, and --reason.')
      const source = off ?? on ?? ''
      const isChanged = await withApp(async (app) => {
        const by = operatorOf(program, reason)
        const isSwitched = await switchSource(app, by, { source, isOff: off !== undefined })
        if (isSwitched) await retire(app)
        return isSwitched
      })
      const state = off === undefined ? 'on' : 'off'
      process.stdout.write(
        isChanged ? `The source is switched ${state}.\n` : `The source is ${state} already.\n`,
      )
    })
}

function refuseDuringImport(error: unknown): never {
  if (!isLockTimeout(error)) throw error
  throw new Error('An import is being written: nothing was changed. Try again when it is over.', {
    cause: error,
  })
}

interface SourcesOptions {
  readonly limit: number
  readonly off?: string
  readonly on?: string
  readonly reason?: string
}

async function retire(app: App): Promise<void> {
  try {
    await retireContacts(app)
  } catch (error) {
    // What is left is done in the night.
    throw new Error('An import is being written. Run `contacts forget` when it is over.', { cause: error })
  }
}

function parseSource(text: string): string {
  const source = text.trim().toLowerCase()
  if (source === '' || source.length > 253)
    throw new InvalidArgumentError('It must have 1 to 253 characters.')
  return source
}

function rowsOf(sources: readonly ContactSource[]): string[][] {
  const share = (part: number, whole: number) =>
    whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
  return [
    ['source', 'contacts', 'on sale', 'reveals', 'bounced', 'objections', ''],
    ...sources.map(({ source, contacts, sold, reveals, bounced, objections, isOff }) => [
      printable(source),
      String(contacts),
      String(sold),
      String(reveals),
      share(bounced, reveals),
      String(objections),
      isOff ? 'off' : '',
    ]),
  ]
}
