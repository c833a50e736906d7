import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'

/** Whether an address is that of the account with which everybody may try a demonstration. */
export function isDemoBuyer({ demoBuyer }: Pick<App, 'demoBuyer'>, email: string | undefined): boolean {
  return demoBuyer !== null && email === demoBuyer.email
}

/** What one visitor changed of that account, all others would have to live with. @throws Refusal demo_account */
export function refuseDemoBuyer(app: Pick<App, 'demoBuyer'>, email: string | undefined): void {
  if (isDemoBuyer(app, email)) throw new Refusal('demo_account')
}
