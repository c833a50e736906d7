import { type Command, InvalidArgumentError } from 'commander'
import { decideByHand } from '#server/features/evidence/decide-report.ts'
import { findReport, type OpenReport, openReports } from '#server/features/evidence/open-reports.sql.ts'
import { numberUpTo, operatorOf, parseText, REASON } from './options.ts'
import { printable } from './print.ts'
import { unlessImporting } from './unless-importing.ts'
import { withApp } from './with-database.ts'

const LAST = 9_007_199_254_740_991

/** `reports`: contacts of which buyers say that they do not work, where a person has to decide. */
export function registerReports(program: Command): void {
  const reports = program.command('reports').description('Decide about contacts that buyers report')

  reports
    .command('list')
    .description('Show reports that wait, the oldest first')
    .option('--limit <number>', 'how many', numberUpTo(1_000), 50)
    .action(async ({ limit }: { limit: number }) => {
      const open = await withApp(({ db }) => openReports(db, limit))
      process.stdout.write(open.length === 0 ? 'There are none.\n' : open.map(describe).join(''))
    })

  reports
    .command('show')
    .description('Show one report with the answer of the mail server, which may hold addresses')
    .argument('<report>', 'its number', numberUpTo(LAST))
    .action(async (id: number) => {
      const report = await withApp(({ db }) => findReport(db, id))
      if (report === undefined) throw new Error('There is no report with this number.')
      process.stdout.write(`${describe(report)}\n${printable(report.evidence ?? 'Nothing was pasted.')}\n`)
    })

  reports
    .command('decide')
    .description('Return the use for a reported contact, or refuse; the buyer gets an email')
    .argument('<report>', 'its number', numberUpTo(LAST))
    .argument('<decision>', 'credit or refuse', parseDecision)
    .requiredOption(REASON, 'why, for the audit; the buyer does not see it', parseText)
    .action(async (id: number, decision: Decision, { reason }: { reason: string }) => {
      const by = operatorOf(program, reason)
      const outcome = await unlessImporting(
        withApp((app) => decideByHand(app, by, { reportId: id, isCredited: decision === 'credit' })),
      )
      if (outcome === 'no such report') throw new Error('There is no report with this number.')
      process.stdout.write(SENTENCES[outcome])
    })
}

const SENTENCES = {
  credited: 'The use is returned, and the buyer gets an email.\n',
  refused: 'The use is not returned, and the buyer gets an email.\n',
  'account closed': 'The account of this buyer is closed; nothing was changed.\n',
  'decided before': 'This report was decided before; nothing was changed.\n',
}

type Decision = 'credit' | 'refuse'

function parseDecision(text: string): Decision {
  if (text !== 'credit' && text !== 'refuse') throw new InvalidArgumentError('It must be credit or refuse.')
  return text
}

function describe(report: OpenReport): string {
  const { id, holderId, kind, state, reason, code, reportedAt, channelName, others, returns } = report
  const facts = [
    `report ${id}`,
    reportedAt.toISOString().slice(0, 10),
    `person ${holderId}`,
    kind,
    `${state}: ${reason}`,
    code ?? 'no code',
    `${others} other reports of it`,
    `${returns} returns in 30 days`,
    printable(channelName),
  ]
  return `${facts.join('  ')}\n`
}
