import { sql } from 'kysely'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'

/** All published versions of the legal texts, the newest of each first, and how many people were told of new terms. */
export async function listLegal({ db, clock, legal }: App): Promise<CommandOutput<'legal list'>> {
  const { rows: known } = await sql<{ readonly date: string; readonly people: number }>`
    select announced_terms as date, count(*)::integer as people from person group by announced_terms`.execute(
    db,
  )
  const sum = (isMeant: (date: string) => boolean) =>
    known.reduce((all, { date, people }) => (isMeant(date) ? all + people : all), 0)
  const today = moscowDate(clock.now())
  return Object.entries(legal).flatMap(([document, versions]) => {
    const current = versions.find(({ date }) => date <= today)
    return versions.map(({ date }) => ({
      document,
      appliesFrom: date,
      status: date > today ? 'announced' : date === current?.date ? 'in force' : 'replaced',
      told: document === 'terms' ? sum((told) => told >= date) : null,
      people: document === 'terms' ? sum(() => true) : null,
    }))
  })
}
