import type { Actor } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import type { AnsweredFile } from '#server/feature.ts'
import { newestPurchases } from '#server/features/reveals/reveals.sql.ts'
import { type Cell, dayCells, writeSpreadsheet } from '#server/write-spreadsheet.ts'
import type { BodyOf } from '#shared/api/contract.ts'
import type { SEED_RESULTS } from '#shared/api/seeds.ts'
import type { Language, Texts } from '#shared/i18n/messages.ts'
import { listsOfChannels } from '#shared/i18n/server-texts.ts'
import { SEED_LINES_MAX } from '#shared/rules/bounds.ts'
import { cleanText } from '#shared/rules/clean-text.ts'
import { readChannels, type SeedChannel } from './seeds.sql.ts'

type Column = keyof Texts<(typeof listsOfChannels)['en']>['seeds']['columns']

/** The columns in the order of the file, with their widths in the workbook, in characters. */
const WIDTHS = {
  line: 36,
  result: 24,
  channel_name: 32,
  url: 44,
  subsCount: 14,
  content_type: 24,
  targetAudience: 24,
  country: 20,
  language: 16,
  lastUploadAt: 16,
  hasContact: 14,
  email: 36,
  channelId: 28,
} as const satisfies Readonly<Record<Column, number>>

interface Export extends BodyOf<'POST /seeds/exports'> {
  /** Visitors own no contacts. */
  readonly actor: Actor
  readonly network: string
  readonly language: Language
}

/** A list with its channels as a file for spreadsheets. Of contacts, only those among the holder's purchases. */
export async function exportSeeds(
  app: Core & Pick<App, 'databases'>,
  { rows, format, zone, actor, network, language }: Export,
): Promise<AnsweredFile> {
  const { db, security, demo } = app
  const withDemo = demo !== null
  const channelIds = [...new Set(rows.flatMap(({ channelId }) => channelId ?? []))]
  const channels = await app.databases.readCatalogue((source) =>
    readChannels(source, { channelIds, withDemo }),
  )
  const owned =
    actor.kind === 'person'
      ? await newestPurchases(db, actor.holderId, { limit: SEED_LINES_MAX, channelIds })
      : []
  const contacts = new Map(owned.map(({ channelId, email }) => [channelId, email]))
  const { seeds } = listsOfChannels[language]
  const columns = Object.keys(WIDTHS) as Column[]
  const dayOf = dayCells(zone)
  async function* cells() {
    for (const { line, channelId, result } of rows) {
      const channel = channels.get(channelId ?? '')
      const row = {
        line: cleanText(line),
        result: resultOf(channel !== undefined, channelId, result, seeds.outcomes),
        ...(channel && cellsOf(channel, contacts.get(channel.channelId) ?? null, { language, dayOf })),
      }
      yield columns.map((column): Cell => row[column] ?? null)
    }
  }
  if (actor.kind === 'person') security.record('exported', { personId: actor.personId, network })
  return writeSpreadsheet({
    name: 'channelbook-list',
    title: seeds.title,
    format,
    language,
    columns: columns.map((column) => ({
      header: seeds.columns[column],
      width: WIDTHS[column],
      isDay: column === 'lastUploadAt',
    })),
    rows: cells(),
  })
}

type Result = (typeof SEED_RESULTS)[number]

/** What the file says of a line: whether there is a channel is ours to know, the rest is the page's word for it. */
function resultOf(
  isKnown: boolean,
  channelId: string | null,
  told: Result | undefined,
  texts: Readonly<Record<Result, string>>,
): string | null {
  if (isKnown) return texts[told === 'chosen' ? told : 'found']
  // The channel has gone since.
  if (channelId !== null) return texts.unknown
  if (told === undefined) return null
  return texts[told === 'found' || told === 'chosen' ? 'unknown' : told]
}

type Cells = Readonly<Record<Exclude<Column, 'line' | 'result'>, Cell>>

interface Reader {
  readonly language: Language
  readonly dayOf: (instant: string) => Date
}

function cellsOf(channel: SeedChannel, email: string | null, { language, dayOf }: Reader): Cells {
  const { seeds, labels, search } = listsOfChannels[language]
  const {
    content_type,
    targetAudience,
    country,
    language: spoken,
    lastUploadAt,
    hasContact,
    noContactReason,
  } = channel
  return {
    ...channel,
    content_type: namesOf(content_type, labels.contentTypes),
    targetAudience: namesOf(targetAudience, labels.audiences),
    country: country && (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country),
    language: spoken && (new Intl.DisplayNames(language, { type: 'language' }).of(spoken) ?? spoken),
    lastUploadAt: lastUploadAt === null ? null : dayOf(lastUploadAt),
    hasContact:
      email !== null
        ? seeds.contacts.yours
        : noContactReason !== null
          ? search.noContactReasons[noContactReason]
          : seeds.contacts[hasContact ? 'known' : 'unknown'],
    email,
  }
}

/** Values joined by commas, in people's words. */
function namesOf(values: string, names: Readonly<Record<string, string>>): string | null {
  return values === ''
    ? null
    : values
        .split(',')
        .map((value) => names[value] ?? value)
        .join(', ')
}
