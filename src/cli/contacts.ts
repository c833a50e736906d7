import { type Command, InvalidArgumentError } from 'commander'
import { isLockTimeout, suppressForOwner } from '#server/features/objections/suppress-address.ts'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import { DRY_RUN, operatorOf, parseText, REASON } from './options.ts'
import { counted } from './print.ts'
import { withApp } from './with-database.ts'

/** `contacts`: what an operator does about the addresses of creators. */
export function registerContacts(program: Command): void {
  const contacts = program.command('contacts').description('Withhold addresses of creators')

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
        (error: unknown) => {
          if (!isLockTimeout(error)) throw error
          throw new Error('An import is being written: nothing was changed. Try again when it is over.', {
            cause: error,
          })
        },
      )
      if (withheld === 'already') return void process.stdout.write('The address is withheld already.\n')
      const { channels, channelsLeftWithout, purchases, owners } = withheld
      process.stdout.write(
        `The address ${dryRun ? 'would be' : 'is'} withheld from everybody and every later import.\n` +
          `${counted(channels, 'channel')} had it, ${channelsLeftWithout} of them no other; ` +
          `${counted(purchases, 'purchase')} of ${counted(owners, 'person', 'people')} ${dryRun ? 'would show' : 'show'} no address any more.\n`,
      )
    })
}

function parseAddress(text: string): string {
  const address = normalizeEmail(text)
  if (emailProblem(address) !== null) throw new InvalidArgumentError('It must be an email address.')
  return address
}
