import fc from 'fast-check'

// The same inputs in every run, so that only the code decides whether a test passes; FUZZ_SEED tries others.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20_260_310) })

export { fc }
