import type { Readable } from 'node:stream'
import type { Command } from 'commander'
import { takeBounce } from '#server/features/evidence/note-bounce.ts'
import { withApp } from './with-database.ts'

/** sysexits.h: a mail server tries the same email again later. */
const EX_TEMPFAIL = 75
/** What stands beyond is the email itself. */
const MAX_BYTES = 1_000_000

const SENTENCES = {
  'off sale': 'The address is off sale.\n',
  outdated: 'The owner of the address confirmed it after this email was sent; nothing was changed.\n',
  'not gone': 'It does not say with 5.1.x that there is no such mailbox; nothing was changed.\n',
  'not ours': 'It answers no email that was sent with MAIL_BOUNCES; nothing was changed.\n',
}

/** `bounces`: emails of ours that came back to MAIL_BOUNCES. */
export function registerBounces(program: Command): void {
  program
    .command('bounces')
    .description('Read emails of ours that came back')
    .command('take')
    .description(
      'Read one bounce on standard input, as a mail server pipes it; its address goes off sale if it does not exist',
    )
    .addHelpText(
      'after',
      `
Ends with 0 whatever the email says, and with 75 when it could not be read now, so that the mail server tries again.`,
    )
    .action(async () => {
      try {
        const text = await readAtMost(process.stdin, MAX_BYTES)
        process.stdout.write(SENTENCES[await withApp((app) => takeBounce(app, text))])
      } catch (error) {
        process.exitCode = EX_TEMPFAIL
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      }
    })
}

/** Reads all, so that the mail server can finish writing, and keeps the beginning. */
async function readAtMost(input: Readable, bytes: number): Promise<string> {
  const kept: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    const part = (chunk as Buffer).subarray(0, Math.max(0, bytes - size))
    size += part.length
    kept.push(part)
  }
  return Buffer.concat(kept).toString('utf8')
}
