import { type Command, Option } from 'commander'
import type { App } from '#server/app.ts'
import { endSessions } from '#server/features/sessions/end-sessions.ts'
import { grantUses } from '#server/features/uses/grant-uses.ts'
import { securityNames } from '#server/security-log.ts'
import { DRY_RUN, numberUpTo, operatorOf, parseText, REASON } from './options.ts'
import { withApp } from './with-database.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import { resetSecondFactor } from '#server/features/second-factor/change-second-factor.ts'
import { findPerson, personIdIn, type PersonSummary } from '#server/features/accounts/accounts.sql.ts'
import {
  BLOCK_CATEGORIES,
  type BlockCategory,
  blockPerson,
  unblockPerson,
} from '#server/features/accounts/block-person.ts'
import { makeSponsor } from '#server/features/accounts/make-sponsor.ts'
import { type Language, LANGUAGES } from '#shared/i18n/messages.ts'

const AMOUNT_MAX = 1_000_000
const WHO = 'the person’s email address or number'
const EMAIL_LANGUAGE = () =>
  new Option(
    '--language <tag>',
    'of the email to them; by default that of their last payment, otherwise English',
  ).choices(LANGUAGES)

interface BlockOptions {
  readonly reason: string
  readonly category: BlockCategory
  readonly language?: Language | null
}

/** `users`: finds people, gives them uses, makes them sponsors, ends their sessions, blocks them, closes their accounts. */
export function registerUsers(program: Command): void {
  const users = program
    .command('users')
    .description('Find people, grant uses, end sessions, block people, close accounts')

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
    .requiredOption('--uses <number>', `how many, 1 to ${AMOUNT_MAX}`, numberUpTo(AMOUNT_MAX))
    .requiredOption(REASON, 'why; it stays in the ledger for good', parseText)
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
      process.stdout.write(
        await withApp((app) => grant(app, who, { ...options, actor: operatorOf(program).actor })),
      )
    })

  users
    .command('drop-second-factor')
    .description('Let a person who has lost app, passkeys and recovery codes log in with the password alone')
    .argument('<who>', WHO)
    .option(REASON, 'why, for the audit', parseText)
    .addHelpText(
      'after',
      `
First make sure who is asking: after this, the password alone is enough. The person is notified by email.`,
    )
    .action(async (who: string, { reason }: { reason?: string }) => {
      const by = operatorOf(program, reason)
      const isDropped = await withApp(async (app) =>
        resetSecondFactor(app, by, (await requirePerson(app, who)).id),
      )
      process.stdout.write(isDropped ? 'The second factor was removed.\n' : 'There was no second factor.\n')
    })

  users
    .command('sponsor')
    .description('Let a person vote on features as a sponsor')
    .argument('<who>', WHO)
    .option('--off', 'end the sponsorship')
    .option(REASON, 'why, for the audit', parseText)
    .action(async (who: string, { off = false, reason }: { off?: boolean; reason?: string }) => {
      const by = operatorOf(program, reason)
      const text = await withApp(async (app) => {
        const found = await requirePerson(app, who)
        const outcome = await makeSponsor(app, by, { personId: found.id, isSponsor: !off })
        const note = outcome === 'already' ? 'It was so already; nothing was changed.\n' : ''
        return note + describe(await requirePerson(app, String(found.id)))
      })
      process.stdout.write(text)
    })

  users
    .command('end-sessions')
    .description('Log a person out everywhere, for example when somebody else has their device')
    .argument('<who>', WHO)
    .option(REASON, 'why, for the audit', parseText)
    .action(async (who: string, { reason }: { reason?: string }) => {
      const by = operatorOf(program, reason)
      const ended = await withApp(async (app) => endSessions(app, by, (await requirePerson(app, who)).id))
      process.stdout.write(`${ended} ended.\n`)
    })

  users
    .command('block')
    .description('Log a person out everywhere and let them log in no more, until "users unblock"')
    .argument('<who>', WHO)
    .requiredOption(REASON, 'why, for the audit; the person does not see this', parseText)
    .addOption(
      new Option(
        '--category <kind>',
        'what the person sees: that rules were broken, that the account is protected, or a payment',
      )
        .choices(BLOCK_CATEGORIES)
        .default('rules'),
    )
    .addOption(EMAIL_LANGUAGE())
    .addHelpText(
      'after',
      `
Uses and purchases stay, and payments under way are credited. The person is notified by email, and at the next right password.
Who is blocked cannot ask for the end of the account any more: "users close" does it for them.`,
    )
    .action(async (who: string, { reason, category, language = null }: BlockOptions) => {
      const by = operatorOf(program, reason)
      const { id, outcome } = await withApp(async (app) => {
        const person = await requirePerson(app, who)
        const block = { personId: person.id, category, language }
        return { id: person.id, outcome: await blockPerson(app, by, block) }
      })
      if (outcome === 'no such person') throw new Error('There is no such person.')
      process.stdout.write(`Person ${id} is ${outcome === 'already' ? 'already' : 'now'} blocked.\n`)
    })

  users
    .command('unblock')
    .description('Let a blocked person log in again')
    .argument('<who>', WHO)
    .requiredOption(REASON, 'why, for the audit', parseText)
    .addOption(EMAIL_LANGUAGE())
    .action(async (who: string, { reason, language = null }: Omit<BlockOptions, 'category'>) => {
      const by = operatorOf(program, reason)
      const { id, outcome } = await withApp(async (app) => {
        const person = await requirePerson(app, who)
        return { id: person.id, outcome: await unblockPerson(app, by, { personId: person.id, language }) }
      })
      if (outcome === 'no such person') throw new Error('There is no such person.')
      process.stdout.write(
        outcome === 'already' ? `Person ${id} is not blocked already.\n` : `Person ${id} can log in again.\n`,
      )
    })

  users
    .command('close')
    .description('Delete a person’s account for good, just as they could themselves')
    .argument('<who>', WHO)
    .requiredOption(REASON, 'why, for the audit', parseText)
    .option(...DRY_RUN)
    .addHelpText(
      'after',
      `
Sessions, purchases and the name under reviews go at once. What accounting must keep stays under the bare number
for three years. Unspent uses are not refunded by this: see "payments refund" first.`,
    )
    .action(async (who: string, { reason, dryRun = false }: { reason: string; dryRun?: boolean }) => {
      const by = operatorOf(program, reason)
      if (dryRun) {
        const person = await withApp((app) => requirePerson(app, who))
        return void process.stdout.write(`This account would be closed.\n${describe(person)}`)
      }
      const { id, outcome } = await withApp(async (app) => {
        const person = await findPerson(app.db, who, app.clock.now())
        // By the number, an account that is gone can still be named.
        const personId = person?.id ?? personIdIn(who) ?? 0
        return { id: personId, outcome: await closeAccount(app, by, personId) }
      })
      if (outcome === 'no such person') throw new Error('There is no such person.')
      process.stdout.write(
        `The account with number ${id} is ${outcome === 'already' ? 'already ' : ''}closed.\n`,
      )
    })
}

async function grant(
  app: App,
  who: string,
  {
    uses,
    actor,
    reason,
    key,
  }: { readonly uses: number; readonly actor: string; readonly reason: string; readonly key?: string },
): Promise<string> {
  const { id } = await requirePerson(app, who)
  const outcome = await grantUses(app, {
    holderId: id,
    amount: uses,
    actor,
    reason,
    key: key ?? app.random.token(),
  })
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
    ...(person.blockedAt === null
      ? []
      : [['blocked', `${person.blockedAt.toISOString()} (${person.blockedFor})`] as const]),
    ['uses', person.uses],
    ['purchases', person.purchases],
    ['sessions', person.sessions],
  ] as const
  return lines.map(([name, value]) => `${`${name}:`.padEnd(11)}${value}\n`).join('')
}
