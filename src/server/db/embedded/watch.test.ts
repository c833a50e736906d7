import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { watchServer } from './watch.ts'

it('logs a failed revival without what its error quotes', async () => {
  const child = spawn(process.execPath, ['--version'])
  await once(child, 'exit')
  const failed = Promise.withResolvers<string>()
  const write = (line: string) => {
    if (line.includes('could not be started')) failed.resolve(line)
  }
  const end = watchServer(
    { folder: '', password: '', user: null } as unknown as Parameters<typeof watchServer>[0],
    { pid: child.pid ?? 0, port: 1 },
    () => Promise.reject(new Error('a row of somebody@example.com is in the way')),
    pino({ level: 'error' }, { write }),
  )
  const line = await failed.promise
  await end()
  expect(JSON.parse(line)).toMatchObject({ error: { message: 'a row of *** is in the way' } })
  expect(line).not.toContain('somebody')
})
