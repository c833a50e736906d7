import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { moscowDate } from '#server/clock.ts'
import { addRequest, answerRequest } from '#server/features/creators/ask-operator.ts'
import { type CreatorRequest, findRequest, openRequests } from '#server/features/creators/requests.sql.ts'
import { LANGUAGES, type Language } from '#shared/i18n/messages.ts'
import { REQUEST_KINDS, REQUEST_TEXT_MAX, type RequestKind } from '#shared/rules/creators.ts'
import { numberUpTo, operatorOf, parseAddress, parseDate, parseText, REASON } from './options.ts'
import { printable } from './print.ts'
import { withApp } from './with-database.ts'

const LAST = 9_007_199_254_740_991
const ANSWER_MAX = 20_000

interface Added {
  readonly kind: RequestKind
  readonly received: string
  readonly language: Language
  readonly file: string
}

/** `requests`: what creators ask, and until when it must be answered. */
export function registerRequests(program: Command): void {
  const requests = program.command('requests').description('Answer what creators ask about their addresses')

  requests
    .command('list')
    .description('Show requests without an answer, those due first')
    .option('--limit <number>', 'how many', numberUpTo(1_000), 50)
    .action(async ({ limit }: { limit: number }) => {
      const text = await withApp(async ({ db, clock }) => {
        const today = moscowDate(clock.now())
        return (await openRequests(db, limit)).map((request) => describe(request, today)).join('')
      })
      process.stdout.write(text === '' ? 'There are none.\n' : text)
    })

  requests
    .command('show')
    .description('Show one request with its words and the address that asked')
    .argument('<request>', 'its number', numberUpTo(LAST))
    .action(async (id: number) => {
      const text = await withApp(async ({ db, clock }) => {
        const request = await findRequest(db, id)
        if (request === undefined) throw new Error('There is no request with this number.')
        return `${describe(request, moscowDate(clock.now()))}from ${request.address}\n\n${printable(request.text)}\n`
      })
      process.stdout.write(text)
    })

  requests
    .command('add')
    .description('Keep a request that came by post or mail, with its deadline')
    .argument('<address>', 'the email address that it is about', parseAddress)
    .requiredOption('--kind <kind>', REQUEST_KINDS.join(', '), parseKind)
    .requiredOption('--received <date>', 'the Moscow date on which it came, YYYY-MM-DD', parseDate)
    .requiredOption('--file <file>', `a text file with its words, at most ${REQUEST_TEXT_MAX} characters`)
    .option('--language <language>', 'of the answer', parseLanguage, 'ru')
    .action(async (address: string, { kind, received, language, file }: Added) => {
      const text = await readText(file, REQUEST_TEXT_MAX)
      const receivedAt = new Date(`${received}T00:00:00+03:00`)
      const added = await withApp((app) =>
        addRequest(app, operatorOf(program), { address, kind, text, language, receivedAt }),
      )
      if (added === null) throw new Error(`It cannot have come on ${received}: that day is still to come.`)
      if (!added.isNew)
        throw new Error(
          `Request ${added.id} of the same address, kind and date is kept already; nothing was added. If another email came that day, give it the kind 'other'.`,
        )
      process.stdout.write(`It is kept as request ${added.id}.\n`)
    })

  requests
    .command('answer')
    .description('Answer a request by an email to the address that asked')
    .argument('<request>', 'its number', numberUpTo(LAST))
    .option('--file <file>', 'a text file with the answer; empty lines part paragraphs')
    .option('--elsewhere', 'it was answered by another way: only note that')
    .requiredOption(REASON, 'a note for the audit', parseText)
    .action(async (id: number, given: { file?: string; elsewhere?: boolean; reason: string }) => {
      const { file, elsewhere = false, reason } = given
      if ((file === undefined) !== elsewhere) throw new Error('Give either --file or --elsewhere.')
      const text = file === undefined ? null : await readText(file, ANSWER_MAX)
      const by = operatorOf(program, reason)
      const outcome = await withApp((app) => answerRequest(app, by, { requestId: id, text }))
      if (outcome === 'no such request') throw new Error('There is no request with this number.')
      process.stdout.write(
        outcome === 'answered'
          ? 'The request is answered.\n'
          : 'This request was answered before; nothing was sent.\n',
      )
    })
}

async function readText(file: string, most: number): Promise<string> {
  const text = (
    await readFile(file, 'utf8').catch(() => {
      throw new Error(`${file} cannot be read.`)
    })
  ).trim()
  if (text === '' || text.length > most) throw new Error(`${file} must have 1 to ${most} characters.`)
  return text
}

function parseKind(text: string): RequestKind {
  const kind = REQUEST_KINDS.find((known) => known === text)
  if (kind === undefined) throw new InvalidArgumentError(`It must be one of ${REQUEST_KINDS.join(', ')}.`)
  return kind
}

function parseLanguage(text: string): Language {
  const language = LANGUAGES.find((known) => known === text)
  if (language === undefined) throw new InvalidArgumentError(`It must be ${LANGUAGES.join(' or ')}.`)
  return language
}

function describe({ id, kind, receivedAt, dueOn, answeredAt }: CreatorRequest, today: string): string {
  const state = answeredAt !== null ? 'answered' : today > dueOn ? 'LATE' : 'open'
  return `request ${id}  ${kind}  received ${moscowDate(receivedAt)}  due ${dueOn}  ${state}\n`
}
