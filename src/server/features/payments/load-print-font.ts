import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

interface PathCommand {
  readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'closePath'
  /** Coordinates in pairs; of a curve the control point first. */
  readonly args: readonly number[]
}

/** What is used of fontkit, the font library that pdfkit brings along; it has no types of its own. */
interface SetGlyph {
  readonly id: number
  readonly advanceWidth: number
  readonly codePoints: readonly number[]
}

interface Glyph extends SetGlyph {
  readonly path: { readonly commands: readonly PathCommand[] }
  _getMetrics(): { readonly leftBearing: number }
}

interface GlyphRun {
  readonly glyphs: readonly SetGlyph[]
  readonly positions: readonly object[]
  readonly advanceWidth: number
}

interface Subset {
  readonly glyf: Uint8Array[]
  readonly loca: { readonly offsets: number[] }
  readonly hmtx: { readonly metrics: object[] }
  offset: number
  _addGlyph(id: number): number
}

interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean
  getGlyph(id: number): Glyph
  layout(text: string): GlyphRun
  createSubset(): Subset
}

const FILES = ['latin', 'cyrillic', 'latin-ext'] as const
/** Glyphs of the second file count from here, those of the third from twice this. */
const FILE_SIZE = 0x10000

/**
 * The product's font for pdfkit, in its regular weight. Its files are made for browsers: each holds one script, in WOFF2.
 * pdfkit can read such files but not embed them, so this joins them and writes the outlines anew.
 * @returns what `document.font()` takes for a font
 */
export async function loadPrintFont(): Promise<Font> {
  const fontkit = requireOfPdfkit('fontkit') as { create(file: Uint8Array): Font }
  const files = await Promise.all(
    FILES.map(async (script) => {
      const address = import.meta.resolve(
        `@fontsource-variable/onest/files/onest-${script}-wght-normal.woff2`,
      )
      return fontkit.create(await readFile(fileURLToPath(address)))
    }),
  )
  const [first] = files as [Font, ...Font[]]
  const getGlyph = (id: number) => files[Math.floor(id / FILE_SIZE)]!.getGlyph(id % FILE_SIZE)
  // Everything else that pdfkit asks a font, sizes and tables, the first file answers.
  return Object.create(first, {
    hasGlyphForCodePoint: {
      value: (codePoint: number) => files.some((file) => file.hasGlyphForCodePoint(codePoint)),
    },
    getGlyph: { value: getGlyph },
    layout: { value: (text: string) => layOut(files, text) },
    createSubset: { value: () => writingOutlines(first.createSubset(), getGlyph) },
  }) as Font
}

const requireOfPdfkit = createRequire(import.meta.resolve('pdfkit'))

/** Sets a text in the files that have its characters, the run of each in turn. */
function layOut(files: readonly Font[], text: string): GlyphRun {
  const runs: { file: number; text: string }[] = []
  for (const character of text) {
    const found = files.findIndex((file) => file.hasGlyphForCodePoint(character.codePointAt(0)!))
    const file = Math.max(found, 0)
    const last = runs.at(-1)
    if (last?.file === file) last.text += character
    else runs.push({ file, text: character })
  }
  const set = runs.map((run) => ({ file: run.file, laidOut: files[run.file]!.layout(run.text) }))
  return {
    glyphs: set.flatMap(({ file, laidOut }) =>
      laidOut.glyphs.map(({ id, advanceWidth, codePoints }) => {
        return { id: file * FILE_SIZE + id, advanceWidth, codePoints }
      }),
    ),
    positions: set.flatMap(({ laidOut }) => laidOut.positions),
    advanceWidth: set.reduce((sum, { laidOut }) => sum + laidOut.advanceWidth, 0),
  }
}

/** A subset that takes each glyph's outline instead of its bytes in the file, where they stand in another form. */
function writingOutlines(subset: Subset, getGlyph: (id: number) => Glyph): Subset {
  subset._addGlyph = (id) => {
    const glyph = getGlyph(id)
    const outline = encodeOutline(glyph.path.commands)
    subset.glyf.push(outline)
    subset.loca.offsets.push(subset.offset)
    subset.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: glyph._getMetrics().leftBearing })
    subset.offset += outline.length
    return subset.glyf.length - 1
  }
  return subset
}

const ON_CURVE = 1

/**
 * A simple glyph of the table `glyf` (OpenType specification): its contours' ends, then flags and coordinates of all
 * points, each the way from the point before. An empty outline takes no bytes.
 */
function encodeOutline(commands: readonly PathCommand[]): Uint8Array {
  const points: { readonly x: number; readonly y: number; readonly flag: number }[] = []
  const ends: number[] = []
  for (const { command, args } of commands) {
    if (command === 'closePath') ends.push(points.length - 1)
    for (let at = 0; at < args.length; at += 2) {
      const flag = command === 'quadraticCurveTo' && at === 0 ? 0 : ON_CURVE
      points.push({ x: Math.round(args[at]!), y: Math.round(args[at + 1]!), flag })
    }
  }
  if (points.length === 0) return new Uint8Array()
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const length = 10 + 2 * ends.length + 2 + 5 * points.length
  // Offsets of glyphs are counted in words of four bytes.
  const glyph = Buffer.alloc(Math.ceil(length / 4) * 4)
  let at = glyph.writeInt16BE(ends.length, 0)
  for (const value of box) at = glyph.writeInt16BE(value, at)
  for (const end of ends) at = glyph.writeUInt16BE(end, at)
  // No instructions.
  at += 2
  for (const { flag } of points) at = glyph.writeUInt8(flag, at)
  for (const line of [xs, ys]) {
    for (const [place, value] of line.entries()) at = glyph.writeInt16BE(value - (line[place - 1] ?? 0), at)
  }
  return glyph
}
