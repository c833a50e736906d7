import { Command, CommanderError } from 'commander'
import { commands } from './commands.ts'

const program = new Command('channelbook')
  .description('The operator’s commands of Channelbook')
  .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  .exitOverride()

for (const register of Object.values(commands)) register(program)

// The reader of a pipe may stop early (`| head`); the command still finishes its work.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

try {
  await program.parseAsync(process.argv)
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has already printed the error or the help.
    process.exitCode = error.exitCode
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
