import { inflateSync } from 'node:zlib'

/** The text of a PDF that pdfkit wrote, as a reader would copy it: a line for each run, without soft spacing. */
export function readPdfText(bytes: Uint8Array): string {
  const objects = readObjects(Buffer.from(bytes))
  const fonts = new Map<string, ReadonlyMap<string, string>>()
  for (const { dictionary } of objects.values()) {
    for (const [, name = '', number = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.dictionary ?? '')?.[1]
      if (map !== undefined) fonts.set(name, readGlyphs(objects.get(map)?.stream ?? ''))
    }
  }
  const lines: string[] = []
  for (const { stream } of objects.values()) {
    let glyphs: ReadonlyMap<string, string> | undefined
    for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[(<[^\]]*)\] TJ/g)) {
      if (font !== undefined) glyphs = fonts.get(font)
      if (shown === undefined || glyphs === undefined) continue
      const codes = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      lines.push(codes.map((code) => glyphs?.get(code) ?? '\ufffd').join(''))
    }
  }
  return lines.join('\n')
}

interface PdfObject {
  readonly dictionary: string
  /** '' without one. */
  readonly stream: string
}

function readObjects(file: Buffer): Map<string, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const { 1: number = '', 2: body = '', index } of text.matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj/gm)) {
    const start = body.indexOf('\nstream\n')
    const dictionary = start < 0 ? body : body.slice(0, start)
    const isText = dictionary.includes('/FlateDecode') && !/\/Subtype|\/Length1/.test(dictionary)
    const from = index + `${number} 0 obj\n`.length + start + '\nstream\n'.length
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0)
    const stream =
      start < 0 || !isText ? '' : inflateSync(file.subarray(from, from + length)).toString('latin1')
    objects.set(number, { dictionary, stream })
  }
  return objects
}

/** What each glyph stands for, by its code of four hex digits. */
function readGlyphs(map: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [place, [, units = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const code = (Number.parseInt(first, 16) + place).toString(16).padStart(4, '0')
      glyphs.set(code, Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return glyphs
}
