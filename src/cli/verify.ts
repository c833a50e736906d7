import type { Command } from 'commander'
import { openDatabase, openPool } from '#server/db/connect.ts'
import { checkInvariants, type Finding } from '#server/db/invariant.ts'
import { invariants } from '#server/features.ts'
import { withDatabase } from './with-database.ts'

/** `verify`: checks the invariants of money and contacts on the configured database. */
export function registerVerify(program: Command): void {
  program
    .command('verify')
    .description('Check that no use and no contact was lost, gained or given away')
    .addHelpText(
      'after',
      `
Checks the whole ledger of uses, all reveals and all purchase records against each other, as they
stand at one moment. It only reads and may run beside a working server. Each line is one rule and
whether it holds; a broken one is followed by the numbers of the rows that break it (never by an
address). Ends with 1 when any rule is broken.`,
    )
    .action(async () => {
      const findings = await withDatabase('tool', ({ url }) => check(url))
      process.stdout.write(report(findings))
      if (findings.some((finding) => finding.count > 0)) process.exitCode = 1
    })
}

async function check(url: string): Promise<Finding[]> {
  const db = openDatabase(openPool(url, { max: 1, onLost: () => undefined, statementMs: 0 }))
  try {
    return await checkInvariants(db, invariants)
  } catch (error) {
    if (!isSchemaOlder(error)) throw error
    throw new Error('The database is empty or older than this program: start the server on it once.', {
      cause: error,
    })
  } finally {
    await db.destroy()
  }
}

// Undefined table or undefined column.
function isSchemaOlder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703')
}

function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ invariant, count, offences }) => [
    `${count === 0 ? 'ok    ' : 'BROKEN'}  ${invariant.name}: ${invariant.sentence}`,
    ...offences.map((offence) => `          ${offence}`),
    ...(count > offences.length ? [`          and ${count - offences.length} more`] : []),
  ])
  return `${lines.join('\n')}\n`
}
