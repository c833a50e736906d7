import { useState } from 'react'
import { FIELDS, OUTCOMES, type LineOutcome } from '#shared/rules/imports.ts'
import { saveFile } from '#web/kit/actions/save-file.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import type { CallError } from '#web/kit/api/call.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Field, FieldLine, FormProblem, Segments } from '#web/kit/components/forms.tsx'
import { Actions, Columns, Note, PageScaffold, Part, Stack } from '#web/kit/components/layout.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import styles from './CommandOutput.module.css'
import { saidOf } from './console-data.ts'
import { useConsoleTexts } from './console-texts.ts'
import {
  isAtWork,
  type ReadingOptions,
  readRefused,
  type Report,
  type Run,
  savePreset,
  startRun,
  stopRun,
  useRun,
} from './import-data.ts'
import { useImportTexts } from './import-texts.ts'
import { RowsTable } from './RowsTable.tsx'
import { commandPath, sectionPath } from './sections.ts'
import { type RowOf, useRows } from './use-rows.ts'

/** One file: what it is, what its import does to which line, and what can be done with it. */
export function ImportRun({ id }: { readonly id: number }) {
  const { loadFailed } = useConsoleTexts()
  const { imports } = useImportTexts()
  const { data: run, error, refetch } = useRun(id)
  if (error !== null)
    return (
      <LoadFailure code={error.code} title={saidOf(error) ?? loadFailed} onRetry={() => void refetch()} />
    )
  if (run === undefined) return null
  const { report, failure, state } = run
  return (
    <PageScaffold kind="list" title={run.fileName} lead={imports.states[state]}>
      <div role="status">
        {run.progress !== null && <Progress progress={run.progress} />}
        {failure !== null && <FormProblem>{imports.files[failure.code](failure)}</FormProblem>}
      </div>
      <Content key={`${state}${report?.seconds}`} run={run} />
    </PageScaffold>
  )
}

function Progress({ progress }: { readonly progress: NonNullable<Run['progress']> }) {
  const { page, imports } = useImportTexts()
  const { phase, rows, share, secondsLeft } = progress
  return (
    <Stack gap={2}>
      <progress max={1} value={share} aria-label={imports.phases[phase]} />
      <Note>
        {[
          imports.phases[phase],
          imports.rows(rows),
          ...(secondsLeft === null ? [] : [page.left(secondsLeft)]),
        ].join(', ')}
      </Note>
    </Stack>
  )
}

/** What each column is taken for; '' for one that is not used. */
type Meanings = Readonly<Record<string, string>>

const meaningsOf = ({ columns, unused }: Report): Meanings =>
  Object.fromEntries([
    ...unused.map(({ column }) => [column, ''] as const),
    ...columns.map(({ column, field }) => [column, field] as const),
  ])

const mapOf = (meanings: Meanings) =>
  Object.entries(meanings)
    .filter(([, field]) => field !== '')
    .map(([column, field]) => `${field}=${column}`)
    .join(',')

function Content({ run }: { readonly run: Run }) {
  const { id, report, state, failure } = run
  const { page, imports } = useImportTexts()
  const found = report === null ? {} : meaningsOf(report)
  const unread = failure?.columns === '' || failure === null ? [] : failure.columns.split(', ')
  const [meanings, setMeanings] = useState<Meanings>(
    unread.length === 0 ? found : Object.fromEntries(unread.map((column) => [column, ''])),
  )
  const [source, setSource] = useState(report?.source ?? '')
  const [asOf, setAsOf] = useState(report?.asOf ?? '')
  const isNamed = JSON.stringify(meanings) !== JSON.stringify(found)
  const options: ReadingOptions = {
    ...(isNamed && mapOf(meanings) !== '' && { map: mapOf(meanings) }),
    ...(!isNamed && run.map !== null && { map: run.map }),
    ...(source !== '' && { source }),
    ...(asOf !== '' && { asOf }),
  }
  const told = (error: CallError) => saidOf(error) ?? page.failed
  const start = useAction({
    mutationFn: (kind: 'preview' | 'run') => startRun(id, kind === 'run' ? null : options),
    meta: { subject: 'import', failure: told },
  })
  const { mutate: stop } = useAction({
    mutationFn: () => stopRun(id),
    meta: { subject: 'import', failure: told },
  })
  const { mutate: download, isPending: isDownloading } = useAction({
    mutationFn: () => readRefused(id),
    meta: { subject: 'import-refused', failure: told },
    onSuccess: saveFile,
  })
  const isOver = state === 'done' || state === 'undone' || state === 'uploading'
  return (
    <Stack gap={6}>
      <Actions>
        {isAtWork(run) && <Button onClick={() => stop()}>{page.stop}</Button>}
        {state === 'previewed' && (
          <Button
            look="accent"
            isBusy={start.busyWith === 'run'}
            aria-disabled={isNamed}
            onClick={() => !isNamed && start.mutate('run')}
          >
            {page.run}
          </Button>
        )}
        {state === 'done' && (
          <ButtonLink to={commandPath('imports undo', { run: String(id) })}>{page.undo}</ButtonLink>
        )}
        {report !== null && report.reasons.length > 0 && (
          <Button icon="save" isBusy={isDownloading} onClick={() => download()}>
            {page.refused}
          </Button>
        )}
        {state === 'done' && report !== null && report.reasons.length > 0 && (
          <ButtonLink to={`${sectionPath('import')}?source=${encodeURIComponent(report.source)}`}>
            {page.repaired}
          </ButtonLink>
        )}
        {state === 'done' && <ButtonLink to={commandPath('contacts sources')}>{page.sources}</ButtonLink>}
      </Actions>
      {report !== null && <Note>{imports.kind(report.kind)}</Note>}
      {Object.keys(meanings).length > 0 && (
        <Part title={page.columnsTitle}>
          <Stack gap={4}>
            <ColumnsTable
              report={report}
              meanings={meanings}
              onChange={isAtWork(run) || isOver ? null : setMeanings}
            />
            {!isAtWork(run) && !isOver && (
              <>
                <Columns gap={4} min={15}>
                  <Field
                    label={page.source}
                    name="source"
                    autoComplete="off"
                    value={source}
                    onChange={({ target }) => setSource(target.value)}
                  />
                  <Field
                    label={page.asOf}
                    name="asOf"
                    type="date"
                    value={asOf}
                    onChange={({ target }) => setAsOf(target.value)}
                  />
                </Columns>
                <div>
                  <Button isBusy={start.busyWith === 'preview'} onClick={() => start.mutate('preview')}>
                    {page.previewAgain}
                  </Button>
                </div>
                <SavePreset map={mapOf(meanings)} />
              </>
            )}
          </Stack>
        </Part>
      )}
      {report !== null && !isAtWork(run) && <Lines id={id} report={report} />}
    </Stack>
  )
}

interface ColumnsTableProps {
  readonly report: Report | null
  readonly meanings: Meanings
  /** Null: they are fixed. */
  readonly onChange: ((meanings: Meanings) => void) | null
}

function ColumnsTable({ report, meanings, onChange }: ColumnsTableProps) {
  const { page } = useImportTexts()
  const columns = useColumns({ report, meanings, onChange })
  return (
    <div className={styles.scrolled}>
      <Table
        columns={columns}
        rows={Object.keys(meanings)}
        keyOf={(column) => column}
        unknown="–"
        className={styles.table}
        aria-label={page.columnsTitle}
      />
    </div>
  )
}

function useColumns({ report, meanings, onChange }: ColumnsTableProps): Column<string>[] {
  const { page } = useImportTexts()
  const described = new Map(
    [...(report?.columns ?? []), ...(report?.unused ?? [])].map((one) => [one.column, one]),
  )
  return [
    { id: 'column', title: page.column, isRowHeader: true, cell: (column) => column },
    {
      id: 'filled',
      title: page.filled,
      cell: (column) => {
        const filled = described.get(column)?.filled
        return filled === undefined ? null : `${filled} %`
      },
    },
    { id: 'example', title: page.example, cell: (column) => described.get(column)?.example || null },
    {
      id: 'meaning',
      title: page.meaning,
      cell: (column) =>
        onChange === null ? (
          meanings[column] || page.notUsed
        ) : (
          <select
            aria-label={page.meaningOf(column)}
            value={meanings[column]}
            onChange={({ target }) => onChange({ ...meanings, [column]: target.value })}
          >
            <option value="">{page.notUsed}</option>
            {FIELDS.map((field) => (
              <option key={field} value={field}>
                {field}
              </option>
            ))}
          </select>
        ),
    },
  ]
}

function SavePreset({ map }: { readonly map: string }) {
  const { page } = useImportTexts()
  const [name, setName] = useState('')
  const { mutate, isPending } = useAction({
    mutationFn: () => savePreset({ name, map }),
    meta: {
      subject: 'import-preset',
      success: page.presetSaved,
      failure: (error) => saidOf(error) ?? page.failed,
    },
  })
  return (
    <FieldLine>
      <Field
        label={page.presetName}
        name="preset"
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        isBusy={isPending}
        aria-disabled={name.trim() === '' || map === ''}
        onClick={() => name.trim() !== '' && map !== '' && mutate()}
      >
        {page.savePreset}
      </Button>
    </FieldLine>
  )
}

/** What becomes of each line, page by page. */
function Lines({ id, report }: { readonly id: number; readonly report: Report }) {
  const { language } = useLanguage()
  const { page, imports } = useImportTexts()
  const [outcome, setOutcome] = useState<LineOutcome | 'all'>('all')
  const pages = useRows('imports lines', { run: id, limit: 200, ...(outcome !== 'all' && { outcome }) })
  const counts = {
    create: report.created,
    update: report.updated,
    unchanged: report.unchanged,
    skipped: report.skipped,
  }
  const columns: Column<RowOf<'imports lines'>>[] = [
    { id: 'line', title: page.line, isRowHeader: true, cell: ({ line }) => formatNumber(line, language) },
    { id: 'outcome', title: page.outcome, cell: (row) => imports.outcomes[row.outcome] },
    {
      id: 'name',
      title: page.name,
      cell: ({ name, channel }) => name ?? (channel === null ? null : page.channel(channel)),
    },
    {
      id: 'why',
      title: page.why,
      cell: ({ reason, sameAs, changed }) =>
        [
          ...(reason === null ? [] : [imports.reasons[reason]]),
          ...(sameAs === null ? [] : [imports.line(formatNumber(sameAs, language))]),
          ...changed,
        ].join(', ') || null,
    },
  ]
  return (
    <Part title={page.linesTitle}>
      <Stack gap={4}>
        <Segments
          label={page.outcome}
          value={outcome}
          isSmall
          options={[
            { value: 'all', text: page.all, count: formatNumber(report.rows, language) },
            ...OUTCOMES.map((value) => ({
              value,
              text: imports.outcomes[value],
              count: formatNumber(counts[value], language),
            })),
          ]}
          onChange={setOutcome}
        />
        <RowsTable pages={pages} columns={columns} keyOf={({ line }) => line} label={page.linesTitle} />
      </Stack>
    </Part>
  )
}
