import { type Command, InvalidArgumentError } from 'commander'
import {
  addSponsor,
  listSponsors,
  removeSponsor,
  type Sponsor,
} from '#server/features/feedback/feedback.sql.ts'
import { withApp } from './with-app.ts'

const CONTRIBUTION_MAX = 1_000_000_000

/** `sponsors`: who is named on /sponsors. The right to vote is given by `users sponsor`. */
export function registerSponsors(program: Command): void {
  const sponsors = program.command('sponsors').description('Who is named on the page of top sponsors')

  sponsors
    .command('add')
    .description('Name a sponsor who agreed to it')
    .argument('<name>', 'as it shall be read', parseName)
    .requiredOption('--agreed', 'they agreed to be named; without this nobody is listed')
    .option('--url <address>', 'where the name leads', parseUrl)
    .option('--contribution <roubles>', 'orders the list, and is never shown', parseContribution, 0)
    .action(async (name: string, options: { url?: string; contribution: number }) => {
      await withApp(async ({ db, clock }) => {
        const sponsor = { name, url: options.url ?? null, contribution: options.contribution }
        if (!(await addSponsor(db, { ...sponsor, agreedAt: clock.now() })))
          throw new Error(`${name} is listed already.`)
      })
      process.stdout.write(`${name} is listed.\n`)
    })

  sponsors
    .command('remove')
    .description('Take a sponsor off the page')
    .argument('<name>')
    .action(async (name: string) => {
      await withApp(async ({ db }) => {
        if (!(await removeSponsor(db, name.trim()))) throw new Error(`${name} is not listed.`)
      })
      process.stdout.write(`${name} is no longer listed.\n`)
    })

  sponsors
    .command('list')
    .description('Show all of them in their order')
    .action(async () => {
      const found = await withApp(({ db }) => listSponsors(db))
      process.stdout.write(found.length === 0 ? 'Nobody is listed.\n' : found.map(describe).join(''))
    })
}

function describe({ name, url, contribution, agreedAt }: Sponsor): string {
  const facts = [name, url ?? '-', `${contribution} RUB`, `agreed ${agreedAt.toISOString().slice(0, 10)}`]
  return `${facts.join('  ')}\n`
}

function parseName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100) throw new InvalidArgumentError('It must have 1 to 100 characters.')
  return name
}

function parseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('It must be an http or https address.')
  return new URL(text).href
}

function parseContribution(text: string): number {
  const roubles = Number(text)
  if (!/^\d+$/.test(text) || roubles > CONTRIBUTION_MAX)
    throw new InvalidArgumentError('It must be a whole number of roubles.')
  return roubles
}
