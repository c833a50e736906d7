import { useConsoleTexts } from './console-texts.ts'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { queryClient } from '#web/kit/api/queries.tsx'
import { Note, PageScaffold, Part } from '#web/kit/components/layout.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './DecisionsScreen.module.css'
import { LISTED, ListedReport, ListedRequest, ReportDesk, RequestDesk } from './DecisionDesk.tsx'
import { useCommands } from './console-data.ts'
import { isTyping } from './is-typing.ts'
import { type ScreenProps, sectionPath } from './sections.ts'
import { useRead } from './use-rows.ts'

interface Waiting {
  readonly kind: 'report' | 'request'
  readonly id: number
  readonly title: string
  readonly details: string
}

const keyOf = ({ kind, id }: Pick<Waiting, 'kind' | 'id'>) => `${kind} ${id}`

/** What waits for a decision: overdue requests, then reports, then other requests. One is open; the next one opens by itself. */
export function DecisionsScreen({ path: [kind, id] }: ScreenProps) {
  const { decisions: texts, list } = useConsoleTexts().pages
  const navigate = useNavigate()
  const desk = useRef<HTMLDivElement>(null)
  const saidId = useId()
  const { waiting: queue, isFailed, retry } = useWaiting()
  // Another address is another page, so what was decided there comes with it.
  const { said } = (useLocation().state ?? {}) as { readonly said?: string }
  const named: Pick<Waiting, 'kind' | 'id'> | null =
    (kind === 'report' || kind === 'request') && Number(id) > 0 ? { kind, id: Number(id) } : null
  const open = named ?? queue?.[0] ?? null
  const place = open === null ? -1 : (queue ?? []).findIndex((item) => keyOf(item) === keyOf(open))
  const go = (item: Waiting | undefined, outcome?: string) =>
    void navigate(
      item === undefined ? sectionPath('decisions') : sectionPath('decisions', item.kind, String(item.id)),
      { replace: true, state: { said: outcome } },
    )
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
    const next = queue?.[place + step]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    go(next)
  })
  useEffect(() => {
    const element = desk.current
    const listen = (event: KeyboardEvent) => press(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [])
  const openKey = open === null ? '' : keyOf(open)
  useEffect(() => {
    // The keys work here alone, so that they disturb nobody elsewhere.
    if (openKey !== '') desk.current?.focus({ preventScroll: true })
  }, [openKey])
  const settle = (outcome: string) => {
    if (open === null || queue === undefined) return
    const rest = queue.filter((item) => keyOf(item) !== openKey)
    // One that was opened by its address may not be in the list.
    go(rest[Math.max(place, 0)] ?? rest.at(-1), outcome)
    const queryKey = ['console', `${open.kind}s list`]
    queryClient.setQueriesData<readonly { readonly id: number }[]>({ queryKey }, (rows) =>
      rows?.filter((row) => row.id !== open.id),
    )
    void queryClient.invalidateQueries({ queryKey })
  }
  return (
    <PageScaffold
      kind="list"
      gap={5}
      title={texts.title}
      lead={
        <>
          <p>{queue === undefined || queue.length === 0 ? '' : texts.waiting(queue.length)}</p>
          <Note>{texts.keys}</Note>
        </>
      }
    >
      {said !== undefined && (
        <p id={saidId} role="status">
          {said}
        </p>
      )}
      {isFailed && <LoadFailure title={list.failed} onRetry={retry} />}
      <div className={styles.desk}>
        <div
          ref={desk}
          role="group"
          tabIndex={-1}
          aria-label={texts.title}
          aria-describedby={said === undefined ? undefined : saidId}
          data-first-field
        >
          {open !== null && <Desk key={openKey} kind={open.kind} id={open.id} onDecided={settle} />}
          {open === null && queue !== undefined && <p>{texts.none}</p>}
        </div>
        {queue !== undefined && queue.length > 0 && (
          <Part title={texts.queue}>
            <Rows>
              {queue.map((item) => (
                <Row
                  key={keyOf(item)}
                  name={
                    <Link
                      to={sectionPath('decisions', item.kind, String(item.id))}
                      aria-current={keyOf(item) === openKey ? 'true' : undefined}
                    >
                      {item.title}
                    </Link>
                  }
                  details={item.details}
                />
              ))}
            </Rows>
          </Part>
        )}
      </div>
    </PageScaffold>
  )
}

interface DeskProps extends Pick<Waiting, 'kind' | 'id'> {
  readonly onDecided: (said: string) => void
}

/** One that waits, as far as the role shows it. */
function Desk({ kind, id, onDecided }: DeskProps) {
  const { data } = useCommands()
  if (data === undefined) return null
  const isShown = data.commands.some(({ key }) => key === `${kind}s show`)
  if (kind === 'report')
    return isShown ? <ReportDesk id={id} onDecided={onDecided} /> : <ListedReport id={id} />
  return isShown ? <RequestDesk id={id} onDecided={onDecided} /> : <ListedRequest id={id} />
}

function useWaiting() {
  const { language } = useLanguage()
  const { creators } = useTexts()
  const { decisions: texts } = useConsoleTexts().pages
  const reports = useRead('reports list', LISTED)
  const requests = useRead('requests list', LISTED)
  const isFailed = reports.error !== null || requests.error !== null
  const retry = () => {
    reports.retry()
    requests.retry()
  }
  if (reports.data === undefined || requests.data === undefined)
    return { waiting: undefined, isFailed, retry }
  const toRequest = ({ id, kind, dueOn, state }: (typeof requests.data)[number]): Waiting => {
    const date = formatShortDate(dueOn, language)
    const due = state === 'late' ? texts.late(date) : texts.due(date)
    return { kind: 'request', id, title: texts.request(id), details: `${creators.ask.kinds[kind]} · ${due}` }
  }
  const isLate = ({ state }: (typeof requests.data)[number]) => state === 'late'
  const waiting = [
    ...requests.data.filter(isLate).map(toRequest),
    ...reports.data.map(
      ({ id, kind, channelName }): Waiting => ({
        kind: 'report',
        id,
        title: texts.report(id),
        details: `${channelName} · ${texts.kinds[kind]}`,
      }),
    ),
    ...requests.data.filter((request) => !isLate(request)).map(toRequest),
  ]
  return { waiting, isFailed, retry }
}
