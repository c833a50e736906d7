import type { Command } from 'commander'
import { type Finding, failure, sentenceOf } from './diagnosis.ts'
import { checkDatabase } from './doctor-database.ts'
import { checkMachine, judgePasswords } from './doctor-machine.ts'
import { checkMail } from './doctor-mail.ts'
import { checkProxies } from './doctor-proxies.ts'
import { checkServices } from './doctor-services.ts'
import { table } from '#shared/i18n/command-texts.ts'
import { printable } from './print.ts'
import { readOwnConfig, withDatabase } from './with-database.ts'

/** `doctor`: looks at everything that an installation needs, and says what to do about what it finds. */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Look at the database, mail, proxies, keys and the machine, and say what to do')
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      `
Changes nothing. Asks the database, the DNS about the domain of MAIL_FROM, the mail server, and each
outside service once (one unit of the video platform's day). Ends with 1 when there is an error,
not for warnings.`,
    )
    .action(async ({ json = false }: { json?: boolean }) => {
      const findings = await diagnose()
      process.stdout.write(json ? `${JSON.stringify(findings, null, 2)}\n` : describe(findings))
      if (findings.some(({ level }) => level === 'error')) process.exitCode = 1
    })
}

async function diagnose(): Promise<Finding[]> {
  const config = readOwnConfig()
  const database = withDatabase('tool', ({ url }) => checkDatabase(url, config)).catch((error: unknown) => [
    failure('database', sentenceOf(error), 'Look at postgres.log in DATA_DIR.'),
  ])
  const found = await Promise.all([
    database,
    checkMail(config),
    checkProxies(config).then((finding) => [finding]),
    checkServices(config),
  ])
  return [...found.flat(), judgePasswords(config), ...checkMachine(config)]
}

function describe(findings: readonly Finding[]): string {
  const lines = table(findings.map(({ part, level, is }) => [level, part, printable(is)])).split('\n')
  const indent = ' '.repeat(Math.max(...findings.map(({ level }) => level.length)) + 2)
  const told = findings.flatMap(({ todo }, index) => [
    lines[index]!,
    ...(todo === undefined ? [] : [`${indent}→ ${todo}`]),
  ])
  return `${told.join('\n')}\n`
}
