import type { App } from '../../app.ts'
import { LetterRefused, type Letter } from '../../adapters/mail/mail.ts'

/** Sends a queued letter. A retry carries the same Message-ID. Any error makes the queue retry. */
export async function sendMail({ mail, log }: Pick<App, 'mail' | 'log'>, letter: Letter): Promise<void> {
  try {
    await mail.send(letter)
  } catch (error) {
    if (!(error instanceof LetterRefused)) throw error
    log.warn({ letter: letter.id, replyCode: error.replyCode }, 'a letter was refused for good')
  }
}
