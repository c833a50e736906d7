import effects from '../../../db/migration-effects.json' with { type: 'json' }

/** What a migration does to tables that were there before it (`db/migration-effects.json`). */
export interface MigrationEffects {
  /** Tables by whom it holds up until its end: those who write them, or everybody. */
  readonly holds: Readonly<Record<string, 'writers' | 'everybody'>>
  /** How often it reads a table as a whole: for queries, checks of a constraint, and builds of an index. */
  readonly scans: Readonly<Record<string, number>>
  /** Tables that it writes anew. */
  readonly rewrites: readonly string[]
  /** What servers of the release before would miss, or be refused. */
  readonly takes: readonly string[]
}

const NONE: MigrationEffects = { holds: {}, scans: {}, rewrites: [], takes: [] }

/** What is known of a migration: nothing of one for which `npm run tables` was not run, which the tests refuse. */
export function effectsOf(name: string): MigrationEffects {
  return (effects as Readonly<Record<string, MigrationEffects>>)[name] ?? NONE
}
