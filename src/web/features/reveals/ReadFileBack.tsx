import { type ChangeEvent, useRef, useState } from 'react'
import type { DataOf } from '#shared/api/contract.ts'
import { BULK_MAX, FILE_ROWS_MAX, STAGES } from '#shared/rules/cards.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { FormProblem, Segments } from '#web/kit/components/forms.tsx'
import { Actions, Note, Stack } from '#web/kit/components/layout.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { UndoNotice } from './ActionNotice.tsx'
import { refetchPurchases } from './purchase-records.ts'
import { FILE_MAX, readFileRows } from './read-file.ts'

type Preview = DataOf<'POST /cards/file/preview'>
type Line = Preview['lines'][number]
type Outcome = Line['outcome']

interface ReadFile {
  readonly rows: string[][]
  readonly preview: Preview
}

/** What kept a file from being read, named as its text. */
type Problem = 'tooLarge' | 'tooManyRows' | 'unreadable' | 'noChannels' | 'changedMeanwhile'

interface ReadFileBackProps {
  /** The list that gets the channels that are new. */
  readonly listId?: number
  /** Called after cards have changed. */
  readonly onChange?: () => void
}

/** Reads an edited export back: first what it changes, then all of it or nothing, with one press to undo. */
export function ReadFileBack({ listId, onChange }: ReadFileBackProps) {
  const { cardFiles: texts, common } = useTexts()
  const { language } = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<ReadFile | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const ofList = listId === undefined ? {} : { listId }
  const changed = () => {
    refetchPurchases()
    onChange?.()
  }
  const { mutate: undo } = useAction({
    mutationFn: (done: DataOf<'POST /cards/file'>) => takeBack(done),
    onSettled: changed,
    meta: {
      subject: 'cards-file',
      loading: common.loading,
      success: () => texts.undone,
      failure: texts.undoFailed,
    },
  })
  const { mutate: read, isPending: isReading } = useAction({
    async mutationFn(given: File) {
      if (given.size > FILE_MAX) return 'tooLarge'
      const bytes = new Uint8Array(await given.arrayBuffer())
      const rows = await readFileRows(bytes, language).catch(() => null)
      if (rows === null) return 'unreadable'
      if (rows.length > FILE_ROWS_MAX) return 'tooManyRows'
      try {
        const { data } = await call('POST /cards/file/preview', { body: { table: rows, ...ofList } })
        return { rows, preview: data }
      } catch (error) {
        const code = error instanceof CallError ? error.code : null
        if (code === 'too_large') return 'tooLarge'
        if (code === 'invalid_input') return 'noChannels'
        throw error
      }
    },
    onSuccess(answer: ReadFile | Problem) {
      setProblem(typeof answer === 'string' ? answer : null)
      setFile(typeof answer === 'string' ? null : answer)
    },
    meta: { subject: 'cards-file', failure: texts.failed, isRepeatable: false },
  })
  const { mutate: apply, isPending: isApplying } = useAction({
    mutationFn: ({ rows, preview: { token } }: ReadFile) =>
      call('POST /cards/file', { body: { table: rows, token, ...ofList } }),
    onSuccess() {
      setFile(null)
      changed()
    },
    onError(error, { rows }) {
      if (error.code !== 'changed_meanwhile') return
      setFile({ rows, preview: error.extras['data'] as Preview })
      setProblem('changedMeanwhile')
    },
    meta: {
      subject: 'cards-file',
      success({ data }) {
        const count = data.created.length + data.changed.length
        const text = texts.done(count, formatNumber(count, language))
        return { kind: 'success', text: <UndoNotice text={text} onUndo={() => undo(data)} /> }
      },
      failure: (error, describe) =>
        error.code === 'changed_meanwhile' ? null : describe(error, texts.failed),
      isRepeatable: false,
    },
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [given] = target.files ?? []
    // So that the same file, saved anew, can be chosen again.
    target.value = ''
    if (given !== undefined) read(given)
  }
  const limits = [
    formatNumber(FILE_ROWS_MAX - 1, language),
    formatNumber(FILE_MAX / 1_000_000, language),
  ] as const
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.xlsx"
        hidden
        onChange={choose}
        aria-label={texts.readBack}
      />
      <Button size="small" icon="back" isBusy={isReading} onClick={() => input.current?.click()}>
        {texts.readBack}
      </Button>
      <Dialog
        title={texts.readBack}
        closeLabel={common.close}
        isOpen={file !== null || problem !== null}
        onClose={() => {
          setFile(null)
          setProblem(null)
        }}
      >
        <Stack gap={4}>
          {problem !== null && <FormProblem>{texts.problems[problem](...limits)}</FormProblem>}
          {file !== null && (
            <FilePreview preview={file.preview} isBusy={isApplying} onApply={() => apply(file)} />
          )}
        </Stack>
      </Dialog>
    </>
  )
}

async function takeBack({ created, changed }: DataOf<'POST /cards/file'>): Promise<void> {
  for (let from = 0; from < changed.length; from += BULK_MAX) {
    const changes = changed
      .slice(from, from + BULK_MAX)
      .map(({ channelId, version, before }) => ({ channelId, version, ...before }))
    await call('PATCH /cards', { body: { changes } })
  }
  for (let from = 0; from < created.length; from += BULK_MAX) {
    await call('DELETE /cards', { body: { channelIds: created.slice(from, from + BULK_MAX) } })
  }
}

const OUTCOMES: readonly Outcome[] = ['update', 'create', 'skipped', 'unchanged']

/** Rows that are shown of each outcome. */
const SHOWN = 100

interface FilePreviewProps {
  readonly preview: Preview
  readonly isBusy: boolean
  readonly onApply: () => void
}

/** What a file changes, row by row, and the button that makes it so. */
function FilePreview({ preview: { counts, lines }, isBusy, onApply }: FilePreviewProps) {
  const { cardFiles: texts } = useTexts()
  const { language } = useLanguage()
  const number = (count: number) => formatNumber(count, language)
  const [chosen, setChosen] = useState<Outcome>(OUTCOMES.find((outcome) => counts[outcome] > 0) ?? 'update')
  const count = counts.create + counts.update
  const columns = useLineColumns()
  return (
    <Stack gap={4}>
      <Segments
        isSmall
        label={texts.outcome}
        value={chosen}
        options={OUTCOMES.map((outcome) => ({
          value: outcome,
          text: texts.outcomes[outcome],
          count: number(counts[outcome]),
        }))}
        onChange={setChosen}
      />
      {counts[chosen] > 0 && (
        <Table
          look="numbers"
          aria-label={texts.outcomes[chosen]}
          columns={columns}
          rows={lines.filter(({ outcome }) => outcome === chosen).slice(0, SHOWN)}
          keyOf={({ row }) => row}
        />
      )}
      {counts[chosen] > SHOWN && <Note>{texts.firstOnes(number(SHOWN), number(counts[chosen]))}</Note>}
      <Note>{texts.readOnly}</Note>
      <Actions isAtEnd>
        <Button look="ink" icon="check" isBusy={isBusy} disabled={count === 0} onClick={onApply}>
          {count === 0 ? texts.nothing : texts.apply(count, number(count))}
        </Button>
      </Actions>
    </Stack>
  )
}

function useLineColumns(): readonly Column<Line>[] {
  const { cardFiles: texts, purchases } = useTexts()
  const fields = {
    stage: purchases.columns.status,
    note: purchases.columns.note,
    tags: purchases.columns.tags,
    next_step: purchases.columns.nextStepOn,
    price: purchases.columns.price,
  }
  const valueOf = (value: string | null) => {
    const stage = STAGES.find((one) => one === value)
    return stage === undefined ? (value ?? texts.empty) : purchases.statuses[stage]
  }
  return [
    { id: 'row', title: texts.row, cell: ({ row }) => row },
    {
      id: 'channel',
      title: purchases.columns.channel_name,
      isRowHeader: true,
      cell: ({ channel_name, channelId }) => channel_name ?? channelId,
    },
    {
      id: 'what',
      title: texts.changes,
      cell: ({ reason, changes, ignored }) => (
        <>
          {reason !== null && <p>{texts.reasons[reason]}</p>}
          {changes.map(({ field, from, to }) => (
            <p key={field}>{texts.change(fields[field], valueOf(from), valueOf(to))}</p>
          ))}
          {ignored.map((column) => (
            <p key={column}>{texts.ignored(purchases.columns[column])}</p>
          ))}
        </>
      ),
    },
  ]
}
