import { useConsoleTexts } from './console-texts.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { queryClient } from '#web/kit/api/queries.tsx'
import { Note, PageScaffold, Part } from '#web/kit/components/layout.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './DecisionsScreen.module.css'
import { ReportDesk, RequestDesk } from './DecisionDesk.tsx'
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
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const { waiting, isFailed, retry } = useWaiting()
  const queue = waiting?.filter((item) => !decided.has(keyOf(item)))
  const named = (kind === 'report' || kind === 'request') && Number(id) > 0 ? { kind, id: Number(id) } : null
  const open = named ?? queue?.[0] ?? null
  const place = open === null ? -1 : (queue ?? []).findIndex((item) => keyOf(item) === keyOf(open))
  const go = (item: Waiting | undefined) =>
    void navigate(
      item === undefined ? sectionPath('decisions') : sectionPath('decisions', item.kind, String(item.id)),
      {
        replace: true,
      },
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
    setSaid(outcome)
    setDecided(new Set([...decided, openKey]))
    const rest = queue.filter((item) => keyOf(item) !== openKey)
    go(rest[place] ?? rest.at(-1))
    for (const key of ['reports list', 'requests list'])
      void queryClient.invalidateQueries({ queryKey: ['console', key] })
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
      <p role="status">{said}</p>
      {isFailed && <LoadFailure title={list.failed} onRetry={retry} />}
      <div className={styles.desk}>
        <div ref={desk} role="group" tabIndex={-1} aria-label={texts.title}>
          {open?.kind === 'report' && <ReportDesk key={openKey} id={open.id} onDecided={settle} />}
          {open?.kind === 'request' && <RequestDesk key={openKey} id={open.id} onDecided={settle} />}
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

/** Whether keys go into what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type="radio"]), textarea, select, dialog') !== null
  )
}

function useWaiting() {
  const { language } = useLanguage()
  const { creators } = useTexts()
  const { decisions: texts } = useConsoleTexts().pages
  const reports = useRead('reports list', { limit: 200 })
  const requests = useRead('requests list', { limit: 200 })
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
