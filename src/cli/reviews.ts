import { stripVTControlCharacters } from 'node:util'
import { type Command, InvalidArgumentError } from 'commander'
import { hideReview, listReviews, type ReviewSummary } from '#server/features/feedback/feedback.sql.ts'
import { withApp } from './with-app.ts'

const LIST_MAX = 1_000

/** `reviews`: lists reviews and hides them. */
export function registerReviews(program: Command): void {
  const reviews = program
    .command('reviews')
    .description('Read reviews, and hide those that should not be public')

  reviews
    .command('list')
    .description('Show reviews, the newest first')
    .option('--all', 'hidden ones too')
    .option('--limit <number>', `how many, 1 to ${LIST_MAX}`, parseNumber, 50)
    .action(async ({ all, limit }: { all?: boolean; limit: number }) => {
      const found = await withApp(({ db }) => listReviews(db, { withHidden: all === true, limit }))
      process.stdout.write(found.length === 0 ? 'There are none.\n' : found.map(describe).join('\n'))
    })

  reviews
    .command('hide')
    .description('Hide a review; it is shown again when its author rewrites it')
    .argument('<number>', 'as `reviews list` shows it', parseNumber)
    .option('--off', 'show it again')
    .action(async (id: number, { off }: { off?: boolean }) => {
      await withApp(async ({ db, clock }) => {
        if (!(await hideReview(db, id, off === true ? null : clock.now())))
          throw new Error('There is no such review.')
      })
      process.stdout.write(`Review ${id} is ${off === true ? 'shown' : 'hidden'}.\n`)
    })
}

function describe({ id, mark, text, writtenAt, isHidden, username }: ReviewSummary): string {
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

/** Reviews must not contain control sequences for the operator's terminal. */
function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
}

function parseNumber(text: string): number {
  const number = Number(text)
  if (!/^\d{1,9}$/.test(text) || number < 1)
    throw new InvalidArgumentError('It must be a whole number from 1.')
  return number
}
