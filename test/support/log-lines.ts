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
