import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { importCounts } from '#shared/i18n/import-report.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Box, Note, PageScaffold, Part, Stack } from '#web/kit/components/layout.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatStamp } from '#web/kit/formats/format.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import styles from './CommandOutput.module.css'
import { useConsoleTexts } from './console-texts.ts'
import { type Run, startRun, uploadFile, useRuns } from './import-data.ts'
import { useImportTexts } from './import-texts.ts'
import { ImportRun } from './ImportRun.tsx'
import { type ScreenProps, sectionPath } from './sections.ts'

/** Files to import: one is uploaded here and looked at before it is imported, and the imports so far are below. */
export function ImportScreen({ path: [run] }: ScreenProps) {
  const { sections } = useConsoleTexts()
  if (run !== undefined && /^\d{1,15}$/.test(run)) return <ImportRun key={run} id={Number(run)} />
  return (
    <PageScaffold kind="list" title={sections.import}>
      <Upload />
      <History />
    </PageScaffold>
  )
}

function Upload() {
  const { page } = useImportTexts()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const source = search.get('source')
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const [isOver, setOver] = useState(false)
  const { mutate: upload, isPending } = useAction({
    async mutationFn(file: File) {
      const run = await uploadFile(file, setShare)
      await startRun(run, source === null ? {} : { source })
      return run
    },
    meta: { subject: 'import-upload', failure: page.uploadFailed },
    onSuccess: (run) => void navigate(sectionPath('import', String(run))),
  })
  const take = (file: File | undefined) => {
    setShare(0)
    if (file !== undefined && !isPending) upload(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take(target.files?.[0])
    // So that the same file, saved anew, can be chosen again.
    target.value = ''
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Box isDashed={!isOver}>
        <Stack gap={3}>
          <p>{page.drop}</p>
          {source !== null && <Note>{page.repairedOf(source)}</Note>}
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.gz"
            hidden
            onChange={choose}
            aria-label={page.choose}
          />
          <div>
            <Button look="accent" isBusy={isPending} onClick={() => input.current?.click()}>
              {page.choose}
            </Button>
          </div>
          {isPending && <Note role="status">{page.uploading(Math.round(share * 100))}</Note>}
        </Stack>
      </Box>
    </div>
  )
}

function History() {
  const { loadFailed } = useConsoleTexts()
  const { page } = useImportTexts()
  const { data, error, refetch } = useRuns()
  const columns = useColumns()
  return (
    <Part title={page.history}>
      {error !== null ? (
        <LoadFailure code={error.code} title={loadFailed} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <p>{page.none}</p>
      ) : (
        <div className={styles.scrolled}>
          <Table
            columns={columns}
            rows={data ?? null}
            keyOf={({ id }) => id}
            expected={3}
            unknown="–"
            className={styles.table}
            aria-label={page.history}
          />
        </div>
      )}
    </Part>
  )
}

function useColumns(): Column<Run>[] {
  const { language } = useLanguage()
  const { page, imports } = useImportTexts()
  return [
    {
      id: 'file',
      title: page.file,
      isRowHeader: true,
      cell: ({ id, fileName }) => <Link to={sectionPath('import', String(id))}>{fileName}</Link>,
    },
    { id: 'when', title: page.when, cell: ({ createdAt }) => formatStamp(createdAt, language) },
    { id: 'state', title: page.state, cell: ({ state }) => imports.states[state] },
    {
      id: 'result',
      title: page.result,
      cell: ({ report, failure }) =>
        failure === null ? report && importCounts(imports, report) : imports.files[failure.code](failure),
    },
  ]
}
