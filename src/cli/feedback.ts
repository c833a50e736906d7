import { type Command, InvalidArgumentError } from 'commander'
import {
  listReviews,
  listSponsors,
  type ReviewSummary,
  type Sponsor,
} from '#server/features/feedback/feedback.sql.ts'
import { moderateReview, nameSponsor, unnameSponsor } from '#server/features/feedback/operate-feedback.ts'
import { operatorOf, parseText, REASON } from './options.ts'
import { printable } from './print.ts'
import { withApp } from './with-database.ts'

const LIST_MAX = 1_000
const CONTRIBUTION_MAX = 1_000_000_000

/** `reviews`: lists reviews and hides them. */
export function registerReviews(program: Command): void {
  const reviews = program
    .command('reviews')
    .description('Read reviews, and hide those that should not be public')

  reviews
    .command('list')
    .description('Show reviews, newest first')
    .option('--all', 'include hidden ones')
    .option('--limit <number>', `how many, 1 to ${LIST_MAX}`, parseNumber, 50)
    .action(async ({ all, limit }: { all?: boolean; limit: number }) => {
      const found = await withApp(({ db }) => listReviews(db, { withHidden: all === true, limit }))
      process.stdout.write(found.length === 0 ? 'There are none.\n' : found.map(describeReview).join('\n'))
    })

  reviews
    .command('hide')
    .description('Hide a review; it is shown again when its author rewrites it')
    .argument('<number>', 'its number in `reviews list`', parseNumber)
    .option('--off', 'show it again')
    .option(REASON, 'why, for the audit', parseText)
    .action(async (id: number, { off = false, reason }: { off?: boolean; reason?: string }) => {
      const by = operatorOf(program, reason)
      const outcome = await withApp((app) => moderateReview(app, by, { id, isHidden: !off }))
      if (outcome === 'no such review') throw new Error('There is no such review.')
      const already = outcome === 'already' ? 'already ' : ''
      process.stdout.write(`Review ${id} is ${already}${off ? 'shown' : 'hidden'}.\n`)
    })
}

function describeReview({ id, mark, text, writtenAt, isHidden, username }: ReviewSummary): string {
  const head = [
    `No. ${id}`,
    `${mark} of 5`,
    writtenAt.toISOString().slice(0, 10),
    username ?? 'account deleted',
    ...(isHidden ? ['hidden'] : []),
  ]
  const body = printable(text).replaceAll('\n', '\n  ')
  return `${head.join('  ')}\n  ${body}\n`
}

function parseNumber(text: string): number {
  const number = Number(text)
  if (!/^\d{1,9}$/.test(text) || number < 1)
    throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  return number
}

/** `sponsors`: who is named on /sponsors. The right to vote is given by `users sponsor`. */
export function registerSponsors(program: Command): void {
  const sponsors = program.command('sponsors').description('Manage who is named on the page of top sponsors')

  sponsors
    .command('add')
    .description('Name a sponsor who has agreed to it')
    .argument('<name>', 'the name as it should appear', parseName)
    .requiredOption('--agreed', 'they agreed to be named; without this nobody is listed')
    .option('--url <address>', 'where the name leads', parseUrl)
    .option('--contribution <roubles>', 'orders the list; never shown', parseContribution, 0)
    .action(async (name: string, options: { url?: string; contribution: number }) => {
      const sponsor = { name, url: options.url ?? null, contribution: options.contribution }
      await withApp(async (app) => {
        if (!(await nameSponsor(app, operatorOf(program), sponsor)))
          throw new Error(`${name} is listed already.`)
      })
      process.stdout.write(`${name} is listed.\n`)
    })

  sponsors
    .command('remove')
    .description('Take a sponsor off the page')
    .argument('<name>')
    .action(async (name: string) => {
      await withApp(async (app) => {
        if (!(await unnameSponsor(app, operatorOf(program), name.trim())))
          throw new Error(`${name} is not listed.`)
      })
      process.stdout.write(`${name} is no longer listed.\n`)
    })

  sponsors
    .command('list')
    .description('Show all sponsors in their order')
    .action(async () => {
      const found = await withApp(({ db }) => listSponsors(db))
      process.stdout.write(found.length === 0 ? 'Nobody is listed.\n' : found.map(describeSponsor).join(''))
    })
}

function describeSponsor({ name, url, contribution, agreedAt }: Sponsor): string {
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
