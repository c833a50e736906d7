import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'

/** Everything that the product stores about a person, read at one moment; each feature adds its part under its name. */
export async function exportAccount(
  { db, clock, personalData, security }: Core & Pick<App, 'personalData'>,
  { personId, network }: { readonly personId: number; readonly network: string },
): Promise<{ readonly exportedAt: string; readonly [part: string]: unknown }> {
  const all = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const parts: [string, unknown][] = []
      for (const data of personalData) parts.push([data.name, await data.read(tx, personId)])
      return { exportedAt: clock.now().toISOString(), ...Object.fromEntries(parts) }
    })
  security.record('exported', { personId, network })
  return all
}
