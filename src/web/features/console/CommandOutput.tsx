import { useState } from 'react'
import { withoutFormula } from '#shared/rules/spreadsheets.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { saveFile } from '#web/kit/actions/save-file.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Actions, Line, Note, Stack } from '#web/kit/components/layout.tsx'
import { formatDateTime } from '#web/kit/formats/format.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import styles from './CommandOutput.module.css'
import { type CommandDescriptor, type Outcome, type Row, rowsOf, runCommand } from './console-data.ts'
import { useConsoleTexts } from './console-texts.ts'
import { Totals } from './RowsTable.tsx'

interface CommandOutputProps {
  readonly command: CommandDescriptor
  readonly input: Readonly<Record<string, unknown>>
  readonly outcome: Outcome
}

/** What a command answered: its sentence, or the table of its list with more to load and files to save. */
export function CommandOutput({ command, input, outcome }: CommandOutputProps) {
  const { columns } = command
  const isList = columns !== null && rowsOf(outcome.output).length > 0
  if (!isList) return <p className={styles.said}>{outcome.said}</p>
  return (
    <List
      key={JSON.stringify(input)}
      command={command}
      columns={columns}
      input={input}
      first={outcome.output}
    />
  )
}

interface ListProps extends Pick<CommandOutputProps, 'command' | 'input'> {
  readonly columns: NonNullable<CommandDescriptor['columns']>
  readonly first: unknown
}

function List({ command, columns, input, first }: ListProps) {
  const { command: words, failed } = useConsoleTexts()
  const [loaded, setLoaded] = useState<readonly Row[]>([])
  const [last, setLast] = useState<unknown>(first)
  const rows = [...rowsOf(first), ...loaded]
  const after = nextOf(command, input, last)
  const more = useAction({
    mutationFn: (from: unknown) => runCommand(command, { ...input, after: from }),
    meta: { subject: 'list', failure: failed },
    onSuccess({ output }) {
      setLoaded([...loaded, ...rowsOf(output)])
      setLast(output)
    },
  })
  return (
    <Stack gap={3}>
      <Totals of={first} />
      <RowsTable columns={columns} rows={rows} label={command.about} />
      <Line gap={4} isSpread>
        <Note>{words.rows(rows.length)}</Note>
        <Actions>
          {after !== undefined && (
            <Button size="small" isBusy={more.isPending} onClick={() => more.mutate(after)}>
              {words.more}
            </Button>
          )}
          <SaveRows name={command.key.replace(' ', '-')} columns={columns} rows={rows} />
        </Actions>
      </Line>
    </Stack>
  )
}

/** From where the next page goes on; undefined at the end, and where the command has no pages. */
function nextOf({ fields }: CommandDescriptor, input: ListProps['input'], last: unknown): unknown {
  if (!fields.some(({ name }) => name === 'after')) return undefined
  const { next } = last as { readonly next?: unknown }
  if (next !== undefined) return next ?? undefined
  const rows = rowsOf(last)
  const limit = Number(input['limit'] ?? fields.find(({ name }) => name === 'limit')?.default)
  return rows.length < limit ? undefined : rows.at(-1)?.['id']
}

interface RowsTableProps {
  readonly columns: ListProps['columns']
  readonly rows: readonly Row[]
  readonly label: string
}

/** Rows of any list, each value as text. */
export function RowsTable({ columns, rows, label }: RowsTableProps) {
  const { command: words } = useConsoleTexts()
  const { language } = useLanguage()
  const written = (value: unknown) => {
    if (value === true) return words.yes
    if (value === false) return words.no
    if (typeof value === 'string' && INSTANT.test(value)) return formatDateTime(value, language)
    return textOf(value)
  }
  const shown = columns.map(
    ({ name, label: title }, place): Column<Row> => ({
      id: name,
      title,
      isRowHeader: place === 0,
      cell: (row) => written(row[name]),
    }),
  )
  const keyed = new Map(rows.map((row, place) => [row, place]))
  return (
    <div className={styles.scrolled}>
      <Table
        columns={shown}
        rows={rows}
        keyOf={(row) => keyed.get(row) ?? 0}
        look="bars"
        unknown="–"
        rowHeight={[44, 44]}
        className={styles.table}
        aria-label={label}
      />
    </div>
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface SaveRowsProps {
  /** The file's, without its ending. */
  readonly name: string
  readonly columns: ListProps['columns']
  readonly rows: readonly Row[]
}

/** Saves rows as a file for spreadsheets, and as one for programs. */
export function SaveRows({ name, columns, rows }: SaveRowsProps) {
  const { command: words } = useConsoleTexts()
  const names = columns.map((column) => column.name)
  const cell = (value: unknown) => `"${withoutFormula(textOf(value) ?? '').replaceAll('"', '""')}"`
  const csv = () =>
    [names, ...rows.map((row) => names.map((one) => row[one]))].map((cells) => cells.map(cell).join(','))
  const save = (lines: readonly string[], ending: string, type: string) =>
    saveFile(new File([`${lines.join('\n')}\n`], `${name}.${ending}`, { type }))
  return (
    <>
      <Button size="small" icon="save" onClick={() => save(csv(), 'csv', 'text/csv')}>
        {words.csv}
      </Button>
      <Button
        size="small"
        icon="save"
        onClick={() =>
          save(
            rows.map((row) => JSON.stringify(row)),
            'ndjson',
            'application/x-ndjson',
          )
        }
      >
        {words.ndjson}
      </Button>
    </>
  )
}
