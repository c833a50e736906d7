import { Secret, TOTP } from 'otpauth'
import type { Role } from '#shared/api/command.ts'
import type { Db } from '#server/db/connect.ts'
import { expect, type Person } from './fixtures.ts'

/** Adds an app. @returns what it shows, once more than the code that added it */
export async function addApp({ client }: Person): Promise<() => string> {
  const { secret, ticket } = (await client.call('POST /second-factor/totp', { body: {} })).body.data
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const { status } = await client.call('PUT /second-factor/totp', { body: { ticket, code: totp.generate() } })
  expect(status).toBe(200)
  return () => totp.generate({ timestamp: Date.now() + 30_000 })
}

/** Makes a person an operator, to whose browser the console is open. */
export async function openConsole(database: Db, person: Person, role: Role = 'operator'): Promise<void> {
  const operator = { person_id: person.client.userId!, role, added_at: new Date() }
  await database.insertInto('operator').values(operator).execute()
  const codeOf = await addApp(person)
  await person.client.call('POST /operator/proof', { body: { second_factor_code: codeOf() } })
}
