import { stripVTControlCharacters } from 'node:util'

/** Text that people typed must not contain control sequences for the operator's terminal. */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
}

/** 1 channel, 2 channels. */
export function counted(count: number, one: string, other = `${one}s`): string {
  return `${count} ${count === 1 ? one : other}`
}
