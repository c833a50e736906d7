import fc from 'fast-check'

// The same inputs in every run, so that only the code decides whether a test passes; FUZZ_SEED tries others.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20_260_310) })

/**
 * `npm test` makes a tenth of the runs of long properties, and of the calls of crowds; `npm run test:all` makes all,
 * PROPERTY_RUNS=10 ten times as many.
 */
const SHARE = Number(process.env['PROPERTY_RUNS'] ?? 0.1)

/**
 * How often a long property is tried in this run, or how many come at once.
 * @param whole the number in `npm run test:all` @param usual the number in `npm test`, where a tenth would take too long
 */
export const runs = (whole: number, usual = whole * 0.1): number =>
  Math.max(3, Math.round(SHARE === 0.1 ? usual : whole * SHARE))

/** A unit of strings: any code point but surrogates. `unit: 'binary'` means the same, but prepares itself for seconds. */
export const anyCodePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))

export { fc }
