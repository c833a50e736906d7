import { stripVTControlCharacters } from 'node:util'

/** Text that people typed must not contain control sequences for the operator's terminal. */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
}

/** Rows as lines, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** 1 channel, 2 channels. */
export function counted(count: number, one: string, other = `${one}s`): string {
  return `${count} ${count === 1 ? one : other}`
}
