import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { DataOf } from '#shared/api/contract.ts'
import type { CallError } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Field, Form } from '#web/kit/components/forms.tsx'
import { Actions, Line, PageScaffold, Stack } from '#web/kit/components/layout.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatDateTime } from '#web/kit/formats/format.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { SaveRows } from './CommandOutput.tsx'
import styles from './CommandOutput.module.css'
import { runCommand, saidOf, useCommands } from './console-data.ts'
import { useConsoleTexts } from './console-texts.ts'
import { commandPath } from './sections.ts'

type Entry = DataOf<'GET /operator/audit/list'>['output'][number]
interface Wanted {
  readonly subject?: string
  readonly since?: string
}

const PAGE = 50
const COMMAND = { key: 'audit list', changesNothing: true } as const

/** What was changed, by whom and why, newest first; what has an opposite leads to its form. */
export function AuditScreen() {
  const texts = useConsoleTexts()
  const { audit, command: words } = texts
  const [wanted, setWanted] = useState<Wanted>({})
  const query = useInfiniteQuery<
    readonly Entry[],
    CallError,
    { pages: (readonly Entry[])[] },
    unknown[],
    number | null
  >({
    queryKey: ['console', 'audit', wanted],
    queryFn: async ({ pageParam, signal }) => {
      const from = pageParam === null ? {} : { after: pageParam }
      return (await runCommand(COMMAND, { ...wanted, ...from, limit: PAGE }, signal))
        .output as readonly Entry[]
    },
    initialPageParam: null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    staleTime: 0,
  })
  const entries = query.data?.pages.flat() ?? null
  const columns = useColumns()
  return (
    <PageScaffold kind="list" gap={5} title={texts.sections.audit}>
      <Filter onChange={setWanted} />
      {query.error !== null ? (
        <LoadFailure
          code={query.error.code}
          title={saidOf(query.error) ?? texts.loadFailed}
          onRetry={() => void query.refetch()}
        />
      ) : entries?.length === 0 ? (
        <p>{audit.empty}</p>
      ) : (
        <Stack gap={3}>
          <div className={styles.scrolled}>
            <Table
              columns={columns}
              rows={entries}
              keyOf={({ id }) => id}
              expected={10}
              look="bars"
              unknown="–"
              className={styles.table}
              aria-label={texts.sections.audit}
            />
          </div>
          <Line gap={4} isSpread>
            <span>{words.rows(entries?.length ?? 0)}</span>
            <Actions>
              {query.hasNextPage && (
                <Button
                  size="small"
                  isBusy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {words.more}
                </Button>
              )}
              <SaveRows
                name="audit"
                columns={FIELDS.map((name) => ({ name, label: name }))}
                rows={[...(entries ?? [])]}
              />
            </Actions>
          </Line>
        </Stack>
      )}
    </PageScaffold>
  )
}

const FIELDS = ['id', 'at', 'actor', 'operatorId', 'verb', 'kind', 'subject', 'reason', 'before', 'after']

function Filter({ onChange }: { readonly onChange: (wanted: Wanted) => void }) {
  const { audit } = useConsoleTexts()
  const [subject, setSubject] = useState('')
  const [since, setSince] = useState('')
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        onChange({
          ...(subject.trim() !== '' && { subject: subject.trim() }),
          ...(since !== '' && { since }),
        })
      }}
    >
      <Line gap={4}>
        <Field
          label={audit.filter}
          name="subject"
          autoComplete="off"
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
        />
        <span className={styles.date}>
          <Field
            label={audit.since}
            name="since"
            type="date"
            value={since}
            onChange={({ target }) => setSince(target.value)}
          />
        </span>
        <Button type="submit">{audit.apply}</Button>
      </Line>
    </Form>
  )
}

function useColumns(): Column<Entry>[] {
  const { audit } = useConsoleTexts()
  const { language } = useLanguage()
  return [
    { id: 'at', title: audit.at, cell: ({ at }) => formatDateTime(at, language) },
    {
      id: 'actor',
      title: audit.who,
      cell: ({ actor, operatorId }) => (
        <>
          <span>{actor}</span>
          {operatorId === null && <span>{` (${audit.unchecked})`}</span>}
        </>
      ),
    },
    { id: 'verb', title: audit.what, isRowHeader: true, cell: ({ verb }) => verb },
    { id: 'subject', title: audit.about, cell: ({ kind, subject }) => `${kind}:${subject}` },
    { id: 'reason', title: audit.why, cell: ({ reason }) => reason },
    { id: 'change', title: audit.change, cell: changeOf },
    { id: 'undo', title: audit.undo, isTitleHidden: true, cell: (entry) => <Undo {...entry} /> },
  ]
}

/** `status: found > hidden`, for each fact that differs. */
function changeOf({ before, after }: Entry): string | null {
  const [old, now] = [before, after].map((facts) => (facts ?? {}) as Readonly<Record<string, unknown>>)
  const names = [...new Set([...Object.keys(old!), ...Object.keys(now!)])]
  const written = (value: unknown) =>
    value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
  const changed = names.filter((name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]))
  if (changed.length === 0) return null
  return changed.map((name) => `${name}: ${written(old![name])} > ${written(now![name])}`).join('; ')
}

/** Leads to the form of the command that undoes it; an address, which the audit does not have, is typed there again. */
function Undo({ verb, kind, subject }: Entry) {
  const { audit } = useConsoleTexts()
  const { data } = useCommands()
  const own = data?.commands.find(({ key }) => key === verb)
  const opposite = data?.commands.find(({ key }) => key === own?.opposite)
  if (opposite === undefined) return null
  const field = opposite.fields.find(({ isArgument }) => isArgument)
  const given = field === undefined || kind === 'address' ? {} : { [field.name]: subject }
  return (
    <Link to={commandPath(opposite.key, given)} aria-label={audit.undoLabel(verb, `${kind}:${subject}`)}>
      {audit.undo}
    </Link>
  )
}
