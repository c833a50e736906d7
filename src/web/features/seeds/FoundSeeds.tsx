import { useState } from 'react'
import type { BodyGiven } from '#shared/api/contract.ts'
import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import { EXPORT_FORMATS, type ExportFormat } from '#shared/rules/purchases.ts'
import { useUploads } from '#web/features/reveals/uploads.ts'
import { saveFile } from '#web/kit/actions/save-file.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { CheckBox, Segments } from '#web/kit/components/forms.tsx'
import { Heading, Line, Note } from '#web/kit/components/layout.tsx'
import { EmptyState, Skeleton } from '#web/kit/components/states.tsx'
import { formatNumber, localZone } from '#web/kit/formats/format.ts'
import { useLeavingState } from '#web/kit/links/location-state.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useOrderedRows } from '#web/kit/table/order.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { type SeedOrder, SeedTable, SeedTableSkeleton, useSeedColumns } from './SeedTable.tsx'
import { ALL_SEEDS, filterSeeds, type Seed, type SeedFilter } from './use-seeds.ts'

interface FoundSeedsProps {
  readonly seeds: readonly Seed[]
  /** Chooses a channel for an ambiguous line; '' takes the choice back. */
  readonly onPick: (line: string, channelId: string) => void
}

const NO_LINES: ReadonlySet<string> = new Set()

const STATES = ['all', 'found', 'ambiguous', 'unknown'] as const

/** What was found for a list: how much, a table to compare, and files of it. */
export function FoundSeeds({ seeds, onPick }: FoundSeedsProps) {
  const { seeds: texts, search } = useTexts()
  const { language } = useLanguage()
  const [filter, setFilter] = useState<SeedFilter>(ALL_SEEDS)
  const [order, setOrder] = useState<SeedOrder | null>(null)
  const uploadsOf = useUploads()
  const countOf = (state: SeedFilter['state']) => filterSeeds(seeds, { ...ALL_SEEDS, state }).length
  const { found, open } = countSeeds(seeds)
  const pick = (line: string, channelId: string) => {
    setFilter({ ...filter, kept: new Set([...(filter.kept ?? []), line]) })
    onPick(line, channelId)
  }
  const columns = useSeedColumns(seeds, pick)
  const rows = useOrderedRows(filterSeeds(seeds, filter, uploadsOf), columns, order)
  return (
    <>
      <Line gap={5} isSpread>
        <div>
          <Heading isSmall>
            {texts.total(formatNumber(found, language), formatNumber(seeds.length, language))}
          </Heading>
          {open > 0 && <Note>{texts.open(open, formatNumber(open, language))}</Note>}
        </div>
        <SaveButtons rows={rows} />
      </Line>
      <LogInForVideos seeds={seeds} />
      <Line gap={5} isSmall>
        <Segments
          label={texts.show}
          value={filter.state}
          options={STATES.map((state) => ({
            value: state,
            text: texts.states[state],
            count: formatNumber(countOf(state), language),
          }))}
          onChange={(state) => setFilter({ ...filter, state, kept: NO_LINES })}
        />
        <CheckBox
          checked={filter.isWithContact}
          onChange={(event) => setFilter({ ...filter, isWithContact: event.target.checked })}
        >
          {search.withContact}
        </CheckBox>
        <CheckBox
          checked={filter.isActive}
          onChange={(event) => setFilter({ ...filter, isActive: event.target.checked })}
        >
          {search.uploadedWithinDays(LONG_INACTIVE_DAYS)}
        </CheckBox>
      </Line>
      {rows.length === 0 ? (
        <EmptyState drawing="nothing" isSmall title={texts.noneShown} role="status">
          <Button onClick={() => setFilter(ALL_SEEDS)}>{texts.showAll}</Button>
        </EmptyState>
      ) : (
        <SeedTable columns={columns} seeds={rows} order={order} onOrder={setOrder} />
      )}
    </>
  )
}

function countSeeds(seeds: readonly Seed[]) {
  return {
    /** Lines with a channel, found or chosen. */
    found: seeds.filter(({ channel }) => channel !== null).length,
    /** Lines for which one is yet to be chosen. */
    open: seeds.filter(({ state, channel }) => state === 'ambiguous' && channel === null).length,
  }
}

/** How a line came out, in a file. */
function resultOf({
  state,
  channel,
  problem,
}: Seed): BodyGiven<'POST /seeds/exports'>['rows'][number]['result'] {
  if (state === 'ambiguous') return channel === null ? 'open' : 'chosen'
  return problem ?? state
}

/** How much was found, as a sentence to be read out. */
export function describeSeeds(seeds: readonly Seed[], texts: Messages['seeds'], language: Language): string {
  const { found, open } = countSeeds(seeds)
  const total = texts.total(formatNumber(found, language), formatNumber(seeds.length, language))
  return open === 0 ? total : `${total}. ${texts.open(open, formatNumber(open, language))}`
}

/** Placeholders of what is found, as high as it. */
export function FoundSeedsSkeleton({ rows }: { readonly rows: number }) {
  return (
    <>
      <Line gap={5} isSpread aria-hidden="true">
        <Skeleton width="9rem" height="1.2em" />
        <Skeleton width="11rem" height="2.25rem" />
      </Line>
      <Skeleton width="min(24rem, 100%)" height="2.75rem" />
      <SeedTableSkeleton rows={rows} />
    </>
  )
}

/** Saves the shown lines, in their order, with the channels found and chosen for them. */
function SaveButtons({ rows }: { readonly rows: readonly Seed[] }) {
  const { seeds: texts, purchases } = useTexts()
  const { busyWith, mutate: save } = useAction({
    async mutationFn(format: ExportFormat) {
      const body = {
        format,
        zone: localZone(),
        rows: rows.map((seed) => ({
          line: seed.line,
          channelId: seed.channel?.channelId ?? null,
          result: resultOf(seed),
        })),
      }
      saveFile(await call('POST /seeds/exports', { body, handles: ['too_many_requests'] }))
    },
    meta: { subject: 'list-file', loading: purchases.exporting, failure: purchases.exportFailed },
  })
  return (
    <Line gap={2}>
      {EXPORT_FORMATS.map((format) => (
        <Button
          key={format}
          size="small"
          icon="save"
          title={texts.saveHint}
          aria-label={texts.saveAs(format.toUpperCase())}
          isBusy={busyWith === format}
          disabled={rows.length === 0}
          onClick={() => save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </Line>
  )
}

/** Tells a visitor that addresses of videos are looked up for people with an account. */
function LogInForVideos({ seeds }: { readonly seeds: readonly Seed[] }) {
  const { seeds: texts, common } = useTexts()
  const { status } = useSession()
  const leaving = useLeavingState()
  if (status !== 'out' || seeds.every(({ problem }) => problem !== 'log_in')) return null
  return (
    <Note>
      <span>{`${texts.videosNeedLogIn} `}</span>
      <PageLink page="authorization" state={leaving}>
        {common.logInOrSignUp}
      </PageLink>
    </Note>
  )
}
