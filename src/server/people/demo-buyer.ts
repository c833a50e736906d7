import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'

/** Whether an address is that of the account with which everybody may try a demonstration. */
export function isDemoBuyer({ demo }: Pick<Core, 'demo'>, email: string | undefined): boolean {
  return demo?.buyer != null && email === demo.buyer.email
}

/** What one visitor changed of that account, all others would have to live with. @throws Refusal demo_account */
export function refuseDemoBuyer(app: Pick<Core, 'demo'>, email: string | undefined): void {
  if (isDemoBuyer(app, email)) throw new Refusal('demo_account')
}
