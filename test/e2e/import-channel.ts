import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCommand } from './run-command.ts'
import type { Person } from './fixtures.ts'

/** A test's own channel with this one contact, imported as an operator does. @returns its id in the API */
export async function importChannel(person: Person, name: string, address: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-import-'))
  const file = path.join(folder, 'channel.csv')
  const seen = new Date().toISOString().slice(0, 10)
  await writeFile(file, `name,email,contact_source,contact_seen_at\n${name},${address},website,${seen}\n`)
  await runCommand('import', file)
  await rm(folder, { recursive: true })
  const { body } = await person.client.call('POST /search', { body: { mainInputValue: name } })
  const channel = body.data?.find((found) => found.channel_name === name)
  if (channel === undefined) throw new Error(`The import left no channel ${name}`)
  return channel.channelId
}
