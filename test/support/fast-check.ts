import fc from 'fast-check'

// The same inputs in every run, so that a test is green or red by its code alone; FUZZ_SEED looks elsewhere.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20_260_310) })

export { fc }
