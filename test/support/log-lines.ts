import { type Logger, pino } from 'pino'

interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly msg: string
}

/** A log that collects its lines from `level` on, except security events. */
export function keepLog(level = 'info'): { readonly log: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  const formatters = { level: (label: string) => ({ level: label }) }
  const write = (text: string) => {
    const line = JSON.parse(text) as LogLine & { readonly log?: string }
    if (line.log !== 'security') lines.push(line)
  }
  return { log: pino({ level, formatters }, { write }), lines }
}

/** The log of the product under test: its disposal throws when any line held an email address. */
export function watchLog(): Disposable & { readonly log: Logger } {
  const leaks: string[] = []
  const write = (line: string) => {
    if (/[^\s"'<>:]@[\w-]+\.\w/.test(line)) leaks.push(line)
  }
  return {
    log: pino({ level: 'debug' }, { write }),
    [Symbol.dispose]() {
      if (leaks.length > 0) throw new Error(`The log holds an address: ${leaks.join('')}`)
    },
  }
}
