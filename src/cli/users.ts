import { type Command, InvalidArgumentError } from 'commander'
import type { App } from '#server/app.ts'
import { endSessions } from '#server/features/sessions/end-sessions.ts'
import { grantUses } from '#server/features/uses/grant-uses.ts'
import { securityNames } from '#server/security-log.ts'
import { withApp } from './with-database.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import { resetSecondFactor } from '#server/features/second-factor/change-second-factor.ts'
import { findPerson, type PersonSummary, setSponsor } from '#server/features/accounts/accounts.sql.ts'

const AMOUNT_MAX = 1_000_000
const WHO = 'the person’s email address or number'

/** `users`: finds people, gives them uses, makes them sponsors, ends their sessions, closes their accounts. */
export function registerUsers(program: Command): void {
  const users = program.command('users').description('Find people, grant uses, end sessions, close accounts')

  users
    .command('find')
    .description('Show one person: number, address, name, uses, purchases, sessions')
    .argument('<who>', WHO)
    .action(async (who: string) => {
      const text = await withApp(async (app) => {
        const found = await requirePerson(app, who)
        const { person, address } = securityNames(app.secret, found)
        return `${describe(found)}security:  person ${person}, address ${address}\n`
      })
      process.stdout.write(text)
    })

  users
    .command('grant')
    .description('Grant uses to a person, for example after a mistake of ours')
    .argument('<who>', WHO)
    .requiredOption('--uses <number>', `how many, 1 to ${AMOUNT_MAX}`, parseAmount)
    .requiredOption('--reason <text>', 'why; it stays in the ledger for good', parseText)
    .option(
      '--key <text>',
      'a name for this grant: repeating it with the same name gives nothing twice',
      parseText,
    )
    .addHelpText(
      'after',
      `
Granted uses never expire. They are a ledger entry like any other, so "verify" covers them and they
cannot be withdrawn here. Give --key if a script may run twice, e.g. the number of a ticket.`,
    )
    .action(async (who: string, options: { uses: number; reason: string; key?: string }) => {
      process.stdout.write(await withApp((app) => grant(app, who, options)))
    })

  users
    .command('drop-second-factor')
    .description('Let a person who has lost app, passkeys and recovery codes log in with the password alone')
    .argument('<who>', WHO)
    .addHelpText(
      'after',
      `
First make sure who is asking: after this, the password alone is enough. The person is told by email.`,
    )
    .action(async (who: string) => {
      const isDropped = await withApp(async (app) =>
        resetSecondFactor(app, (await requirePerson(app, who)).id),
      )
      process.stdout.write(isDropped ? 'The second factor was removed.\n' : 'There was no second factor.\n')
    })

  users
    .command('sponsor')
    .description('Let a person vote on features as a sponsor')
    .argument('<who>', WHO)
    .option('--off', 'end the sponsorship')
    .action(async (who: string, { off }: { off?: boolean }) => {
      const person = await withApp(async (app) => {
        const found = await requirePerson(app, who)
        await setSponsor(app.db, found.id, off !== true)
        return requirePerson(app, String(found.id))
      })
      process.stdout.write(describe(person))
    })

  users
    .command('end-sessions')
    .description('Log a person out everywhere, for example when somebody else has their device')
    .argument('<who>', WHO)
    .action(async (who: string) => {
      const ended = await withApp(async (app) => endSessions(app, (await requirePerson(app, who)).id))
      process.stdout.write(`${ended} ended.\n`)
    })

  users
    .command('close')
    .description('Delete a person’s account for good, just as they could themselves')
    .argument('<who>', WHO)
    .addHelpText(
      'after',
      `
Sessions, purchases and the name under reviews go at once. What accounting must keep stays under the bare number
for three years. Unspent uses are not refunded by this: see "payments refund" first.`,
    )
    .action(async (who: string) => {
      const { id } = await withApp(async (app) => {
        const person = await requirePerson(app, who)
        if (!(await closeAccount(app, person.id))) throw new Error('There is no such person.')
        return person
      })
      process.stdout.write(`The account with number ${id} is closed.\n`)
    })
}

async function grant(
  app: App,
  who: string,
  { uses, reason, key }: { readonly uses: number; readonly reason: string; readonly key?: string },
): Promise<string> {
  const { id } = await requirePerson(app, who)
  const outcome = await grantUses(app, { personId: id, amount: uses, reason, key: key ?? app.random.token() })
  if (outcome === 'conflict') throw new Error(`The key "${key}" was used for another grant to this person.`)
  if (outcome === 'no such person') throw new Error('There is no such person.')
  const person = await requirePerson(app, String(id))
  const note = outcome === 'given before' ? 'This grant was made before; nothing was added now.\n' : ''
  return note + describe(person)
}

async function requirePerson(app: App, who: string): Promise<PersonSummary> {
  const person = await findPerson(app.db, who, app.clock.now())
  if (person === null) throw new Error('There is no such person.')
  return person
}

function describe(person: PersonSummary): string {
  const lines = [
    ['number', person.id],
    ['address', person.email],
    ['name', person.username],
    ['since', person.createdAt.toISOString()],
    ['sponsor', person.isSponsor ? 'yes' : 'no'],
    ['uses', person.uses],
    ['purchases', person.purchases],
    ['sessions', person.sessions],
  ] as const
  return lines.map(([name, value]) => `${`${name}:`.padEnd(11)}${value}\n`).join('')
}

function parseAmount(text: string): number {
  const amount = Number(text)
  if (!/^\d+$/.test(text) || amount < 1 || amount > AMOUNT_MAX) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${AMOUNT_MAX}.`)
  }
  return amount
}

function parseText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > 200)
    throw new InvalidArgumentError('It must have 1 to 200 characters.')
  return trimmed
}
