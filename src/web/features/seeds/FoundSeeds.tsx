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
import { CheckBox } from '#web/kit/components/forms.tsx'
import { Note } from '#web/kit/components/layout.tsx'
import { EmptyState, Skeleton } from '#web/kit/components/states.tsx'
import { formatNumber, localZone } from '#web/kit/formats/format.ts'
import { useLeavingState } from '#web/kit/links/location-state.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useOrderedRows } from '#web/kit/table/order.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './FoundSeeds.module.css'
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
      <div className={styles.head}>
        <div>
          <h2 className={styles.total}>
            {texts.total(formatNumber(found, language), formatNumber(seeds.length, language))}
          </h2>
          <p className={styles.open}>{open > 0 && texts.open(open, formatNumber(open, language))}</p>
        </div>
        <SaveButtons rows={rows} />
      </div>
      <LogInForVideos seeds={seeds} />
      <div className={styles.filters}>
        <div className={styles.states} role="group" aria-label={texts.show}>
          {STATES.map((state) => (
            <button
              key={state}
              type="button"
              aria-pressed={filter.state === state}
              onClick={() => setFilter({ ...filter, state, kept: NO_LINES })}
            >
              <span>{`${texts.states[state]} `}</span>
              <span>{formatNumber(countOf(state), language)}</span>
            </button>
          ))}
        </div>
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
      </div>
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
      <div className={styles.head} aria-hidden="true">
        <p className={styles.total}>
          <Skeleton width="9rem" height="0.8em" />
        </p>
        <Skeleton width="11rem" height="2.25rem" />
      </div>
      <div className={styles.filters} aria-hidden="true">
        <div className={styles.statesSkeleton}>
          <Skeleton width="100%" height="100%" />
        </div>
      </div>
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
    <div className={styles.tools}>
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
    </div>
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
