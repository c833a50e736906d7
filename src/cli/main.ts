import { runCommandLine } from './run-command-line.ts'

// The reader of a pipe may stop early (`| head`); the command still finishes its work.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await runCommandLine(process.argv.slice(2))
