import { type Logger, pino } from 'pino'

interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly msg: string
}

/** A log that keeps what was written, from `level` on. */
export function keepLog(level = 'info'): { readonly log: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  const formatters = { level: (label: string) => ({ level: label }) }
  const log = pino({ level, formatters }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
