import { type Command, InvalidArgumentError } from 'commander'
import type { App } from '#server/app.ts'
import { type AuditEntry, listEntries, type Subject } from '#server/audit/audit.sql.ts'
import { SUBJECT_KINDS } from '#server/audit/note-change.ts'
import { findPerson } from '#server/features/accounts/accounts.sql.ts'
import { sourceName } from '#server/features/catalogue/sources.ts'
import { addressName } from '#server/security-log.ts'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import { numberUpTo, parseDate } from './options.ts'
import { printable } from './print.ts'
import { withApp } from './with-database.ts'

interface ListOptions {
  readonly subject?: string
  readonly since?: string
  readonly limit: number
}

/** `audit`: what the operators have changed. */
export function registerAudit(program: Command): void {
  const audit = program.command('audit').description('Read what was changed by commands, by whom and why')

  audit
    .command('list')
    .description('Show entries, newest first')
    .option('--subject <what>', `KIND:ID, e.g. person:17, or an email address`, parseSubject)
    .option('--since <date>', 'only those from this Moscow date on, YYYY-MM-DD', parseDate)
    .option('--limit <number>', 'how many', numberUpTo(10_000), 50)
    .addHelpText(
      'after',
      `
Kinds are ${SUBJECT_KINDS.join(', ')}. An address stands in no entry: it is found by its keyed hash, and
by the number of the person whose it is; so is the host of a source. Nothing removes an entry.`,
    )
    .action(async ({ subject, since, limit }: ListOptions) => {
      const entries = await withApp(async (app) =>
        listEntries(app.db, {
          subjects: subject === undefined ? null : await subjectsOf(app, subject),
          since: since === undefined ? null : new Date(`${since}T00:00:00+03:00`),
          limit,
        }),
      )
      process.stdout.write(entries.length === 0 ? 'There are none.\n' : entries.map(describe).join(''))
    })
}

function parseSubject(text: string): string {
  if (readSubject(text) === null && emailProblem(normalizeEmail(text)) !== null)
    throw new InvalidArgumentError('It must be KIND:ID, or an email address.')
  return text
}

function readSubject(text: string): Subject | null {
  const [, named = '', id = ''] = /^(\w+):(.+)$/.exec(text.trim()) ?? []
  const kind = SUBJECT_KINDS.find((known) => known === named)
  return kind === undefined ? null : { kind, id }
}

async function subjectsOf(app: App, text: string): Promise<readonly Subject[]> {
  const named = readSubject(text)
  // The entries have a hash of the host: that is what the list shows, while people know the host.
  if (named?.kind === 'source')
    return [named, { kind: 'source', id: sourceName(app, named.id.toLowerCase()) }]
  if (named !== null) return [named]
  const address = normalizeEmail(text)
  const person = await findPerson(app.db, address, app.clock.now())
  return [
    { kind: 'address', id: addressName(app.secret, address) },
    ...(person === null ? [] : [{ kind: 'person', id: String(person.id) } as const]),
  ]
}

function describe({ at, actor, verb, kind, subject, reason, before, after }: AuditEntry): string {
  const change = [before, after].map((facts) => (facts === null ? '' : JSON.stringify(facts)))
  const lines = [
    `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC  ${actor}  ${verb}  ${kind} ${subject}`,
    ...(reason === null ? [] : [`  ${reason}`]),
    ...(change.join('') === '' ? [] : [`  ${change.join(' -> ').trim()}`]),
  ]
  return lines.map((line) => `${printable(line).replaceAll('\n', ' ')}\n`).join('')
}
