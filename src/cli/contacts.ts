import { type Command, InvalidArgumentError } from 'commander'
import { forgetContacts, retireContacts } from '#server/features/catalogue/retire-contacts.ts'
import { restoreContacts, withholdContacts } from '#server/features/catalogue/restore-contacts.ts'
import {
  type ContactSource,
  listSources,
  type Switched,
  switchSource,
} from '#server/features/catalogue/sources.ts'
import { suppressForOwner } from '#server/features/objections/suppress-address.ts'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import { DRY_RUN, numberUpTo, operatorOf, parseAddress, parseText, REASON } from './options.ts'
import { counted, printable, table } from './print.ts'
import { unlessImporting } from './unless-importing.ts'
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
The address is no longer shown to anyone, even to people who paid for it, and no import can add it again. This cannot be
undone. Only a keyed hash of the address is kept.`,
    )
    .action(async (address: string, { reason, dryRun = false }: { reason: string; dryRun?: boolean }) => {
      const by = operatorOf(program, reason)
      const withheld = await unlessImporting(
        withApp((app) => suppressForOwner(app, by, { address, isDryRun: dryRun })),
      )
      if (withheld === 'already') return void process.stdout.write('The address is already removed.\n')
      const { channels, channelsLeftWithout, purchases, owners, uses } = withheld
      process.stdout.write(
        `The address ${dryRun ? 'would be' : 'is'} removed for everyone, and no later import can add it again.\n` +
          `${counted(channels, 'channel')} had it, ${channelsLeftWithout} of them no other; ` +
          `${counted(purchases, 'purchase')} of ${counted(owners, 'person', 'people')} ${dryRun ? 'would show' : purchases === 1 ? 'shows' : 'show'} no address any more.\n` +
          `${counted(uses, 'use')} of the last ${WARRANTY_DAYS} days ${dryRun ? 'would be' : uses === 1 ? 'is' : 'are'} returned to buyers.\n`,
      )
    })

  contacts
    .command('withhold')
    .description(
      'Take an address off sale because its mailbox does not exist; those who bought it still see it',
    )
    .argument('<address>', 'the email address', parseAddress)
    .requiredOption(REASON, 'why, for the audit', parseText)
    .option(...DRY_RUN)
    .action(async (address: string, { reason, dryRun = false }: { reason: string; dryRun?: boolean }) => {
      const by = operatorOf(program, reason)
      const channels = await unlessImporting(
        withApp((app) => withholdContacts(app, by, { address, isDryRun: dryRun })),
      )
      process.stdout.write(
        `The address ${dryRun ? 'would go' : 'is'} off sale at ${counted(channels, 'channel')}.\n`,
      )
    })

  contacts
    .command('restore')
    .description('Sell an address again to which emails came back; only later ones count then')
    .argument('<address>', 'the email address', parseAddress)
    .requiredOption(REASON, 'why, for the audit', parseText)
    .option(...DRY_RUN)
    .action(async (address: string, { reason, dryRun = false }: { reason: string; dryRun?: boolean }) => {
      const by = operatorOf(program, reason)
      const restored = await unlessImporting(
        withApp((app) => restoreContacts(app, by, { address, isDryRun: dryRun })),
      )
      const { channels, sold } = restored
      const noted = `Bounces ${dryRun ? 'are noted' : 'were forgotten'} at ${counted(channels, 'channel')}; `
      const again = `on sale again: ${counted(sold, 'contact')}.\n`
      process.stdout.write(channels === 0 ? 'No bounce of this address is noted.\n' : noted + again)
    })

  contacts
    .command('forget')
    .description('Take contacts off sale and delete them by their age now, as happens every night')
    .requiredOption(REASON, 'why now, for the audit', parseText)
    .option(...DRY_RUN)
    .action(async ({ reason, dryRun = false }: { reason: string; dryRun?: boolean }) => {
      const by = operatorOf(program, reason)
      const due = await unlessImporting(
        withApp((app) => forgetContacts(app, by, { isDryRun: dryRun })),
        'An import is being written, or a contact is just being sold. What is left to do is done in the night, or by the same command later.',
      )
      process.stdout.write(
        `${counted(due.offSale, 'contact')} ${dryRun ? 'would go' : 'went'} off sale, ` +
          `${counted(due.onSale, 'contact')} ${dryRun ? 'would come' : 'came'} back on sale, ` +
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
    .option(...DRY_RUN)
    .addHelpText(
      'after',
      `
A source is the host of the page where an address was found, or the kind of source where there is no page.`,
    )
    .action(async ({ limit, off, on, reason, dryRun = false }: SourcesOptions) => {
      if (off === undefined && on === undefined && !dryRun) {
        const sources = await withApp(({ db }) => listSources(db, limit))
        return void process.stdout.write(sources.length === 0 ? 'There are none.\n' : table(rowsOf(sources)))
      }
      if ((off !== undefined && on !== undefined) || reason === undefined)
        throw new Error('Give one of --off and --on, and --reason.')
      const source = off ?? on ?? ''
      const by = operatorOf(program, reason)
      const text = await withApp(async (app) => {
        const wanted = { source, isOff: off !== undefined, isDryRun: dryRun }
        const outcome = await unlessImporting(switchSource(app, by, wanted))
        if (outcome === 'already') return `The source is ${off === undefined ? 'on' : 'off'} already.\n`
        if ('near' in outcome) throw new Error(unknownSource(source, outcome.near))
        if (!dryRun) await unlessImporting(retireContacts(app), SWITCHED_BUT_IMPORTING)
        return describeSwitch(outcome, wanted)
      })
      process.stdout.write(text)
    })
}

interface SourcesOptions {
  readonly limit: number
  readonly off?: string
  readonly on?: string
  readonly reason?: string
  readonly dryRun?: boolean
}

// What is left is done in the night.
const SWITCHED_BUT_IMPORTING =
  'The source is switched, but an import is being written, or a contact is just being sold. Run `contacts forget` later.'

function unknownSource(source: string, near: readonly string[]): string {
  const names = near.length === 0 ? '' : ` Perhaps you mean ${near.map(printable).join(', ')}.`
  return `No contact has the source ${printable(source)}.${names}`
}

function describeSwitch(
  { contacts, channels }: Switched,
  { isOff, isDryRun }: { readonly isOff: boolean; readonly isDryRun: boolean },
): string {
  const [goes, have] = isOff
    ? [isDryRun ? 'would go off sale' : 'went off sale', 'left without another']
    : [isDryRun ? 'would come back on sale' : 'came back on sale', 'that had no other']
  return (
    `The source ${isDryRun ? 'would be' : 'is'} switched ${isOff ? 'off' : 'on'}.\n` +
    `${counted(contacts, 'contact')} ${goes}; ${counted(channels, 'channel')} ${have}.\n`
  )
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
