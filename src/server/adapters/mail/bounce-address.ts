import { keyedHash } from '#server/config/secret.ts'

/** Where bounces of one email go: the envelope sender (MAIL_BOUNCES) with a token, which proves that we sent an email there. */
export interface BounceAddresses {
  /** @returns the envelope sender of an email that is sent now */
  of(to: string, now: Date): string
  /** @returns when we sent an email to an address, if the text of its bounce has a token for it; null otherwise */
  sentAt(bounce: string, to: string): Date | null
}

const MAC_LENGTH = 24

const TOKEN = new RegExp(`\\+([0-9a-z]{6,10})-([0-9a-f]{${MAC_LENGTH}})@`, 'gi')

/** @param mailbox MAIL_BOUNCES */
export function bounceAddresses(secret: Buffer, mailbox: string): BounceAddresses {
  const [name, domain] = mailbox.split('@')
  const macOf = (to: string, time: string) =>
    keyedHash(secret, 'bounce', `${to.toLowerCase()}\n${time}`).toString('hex').slice(0, MAC_LENGTH)
  return {
    of(to, now) {
      const time = now.getTime().toString(36)
      return `${name}+${time}-${macOf(to, time)}@${domain}`
    },
    sentAt(bounce, to) {
      for (const [, time = '', mac] of bounce.matchAll(TOKEN))
        if (macOf(to, time.toLowerCase()) === mac?.toLowerCase()) return new Date(Number.parseInt(time, 36))
      return null
    },
  }
}
