import { useEffect, useState } from 'react'
import { QUOTE_MAX } from '#shared/rules/bulk-reveals.ts'
import { LogInFirst } from '#web/features/accounts/LogInPrompt.tsx'
import { useTeam, WhoPays } from '#web/features/uses/WhoPays.tsx'
import { refreshUses } from '#web/features/uses/use-uses-history.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { CheckBox } from '#web/kit/components/forms.tsx'
import { Actions, Line, Note, Stack } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { showToast } from '#web/kit/toasts/toasts.tsx'
import { followed, type Quote, setBulkReveal, useBulkReveal, useQuote } from './bulk-reveal.ts'
import styles from './RevealPanel.module.css'
import { refetchPurchases, useOwnedRecords } from './purchase-records.ts'

interface Chosen {
  readonly channelId: string
  readonly channel_name: string
  readonly hasContact: boolean
}

/** The chosen channels whose contacts would cost a use. */
export function useUnopened<Channel extends Chosen>(channels: readonly Channel[]): readonly Channel[] {
  const { records } = useOwnedRecords(channels.map(({ channelId }) => channelId))
  return channels.filter(({ channelId, hasContact }) => hasContact && !records.has(channelId))
}

/** Id of the notification for visitors. */
const TOAST = 'bulk-reveal'

/** Gets the contacts of chosen channels: first what it costs, then its progress, then a report. */
export function GetContacts({ channels }: { readonly channels: readonly Chosen[] }) {
  const { bulkReveals: texts, common, teams } = useTexts()
  const number = useNumbers()
  const { status } = useSession()
  const mayReveal = useMay('reveal')
  const team = useTeam()
  const unopened = useUnopened(channels)
  // What the dialog shows; it stays there while the dialog leaves.
  const [jobId, setJobId] = useState(followed.get())
  const [isOpen, setOpen] = useState(jobId !== null)
  const { data: progress, isUnknown } = useBulkReveal(jobId)
  const isRunning = jobId !== null && !isUnknown && (progress === undefined || progress.state === 'running')
  const isOver = jobId !== null && !isRunning
  useEffect(() => {
    if (!isOver) return
    void refreshUses()
    refetchPurchases()
  }, [isOver])
  const open = () => {
    if (status !== 'in') {
      const text = <LogInFirst toast={TOAST} />
      return void showToast({ kind: 'error', text, id: TOAST, hasProgress: false })
    }
    if (!isRunning) setJobId(null)
    setOpen(true)
  }
  const count = Math.min(unopened.length, QUOTE_MAX)
  return (
    <>
      <Button
        size="small"
        look="accent"
        aria-haspopup="dialog"
        disabled={(count === 0 && !isRunning) || !mayReveal}
        title={mayReveal ? undefined : teams.mayNot.reveal(team?.name ?? '')}
        onClick={open}
      >
        {isRunning && progress !== undefined
          ? texts.show(number(progress.done), number(progress.of))
          : texts.get(count, number(count))}
      </Button>
      <Dialog
        title={
          jobId === null
            ? texts.title
            : isRunning
              ? texts.progress
              : progress?.state === 'stopped'
                ? texts.stopped
                : texts.done
        }
        closeLabel={common.close}
        isOpen={isOpen}
        onClose={() => {
          setOpen(false)
          if (!isRunning) followed.set(null)
        }}
      >
        {jobId === null ? (
          <Offer
            channels={channels}
            onStarted={(started) => {
              followed.set(started)
              setJobId(started)
            }}
          />
        ) : (
          <Progress jobId={jobId} />
        )}
      </Dialog>
    </>
  )
}

function useNumbers(): (count: number) => string {
  const { language } = useLanguage()
  return (count) => formatNumber(count, language)
}

interface OfferProps {
  readonly channels: readonly Chosen[]
  readonly onStarted: (jobId: string) => void
}

/** What it costs, whether inactive channels are wanted all the same, and the button that starts it. */
function Offer({ channels, onStarted }: OfferProps) {
  const { bulkReveals: texts } = useTexts()
  const number = useNumbers()
  const [isEverything, setEverything] = useState(false)
  // Those without a contact cost nothing, and come as far as there is room.
  const asked = [...channels.filter((one) => one.hasContact), ...channels.filter((one) => !one.hasContact)]
  const ids = asked.slice(0, QUOTE_MAX).map(({ channelId }) => channelId)
  const whole = useQuote(ids)
  const inactive = whole.data?.inactive ?? []
  const active = useQuote(inactive.length === 0 ? [] : ids.filter((id) => !inactive.includes(id)))
  const { data: quote, error, refetch } = isEverything || inactive.length === 0 ? whole : active
  const { isPending, mutate: start } = useAction({
    mutationFn: async (quoteId: string) => {
      const handles = ['not_found', 'quote_expired'] as const
      return (await call('POST /reveals', { body: { quoteId }, handles })).data
    },
    meta: { subject: TOAST, failure: texts.startFailed },
    onSuccess: ({ jobId }) => onStarted(jobId),
    onError: () => void refetch(),
  })
  if (quote === undefined && error !== null)
    return <LoadFailure title={texts.quoteFailed} onRetry={() => void refetch()} />
  // Nothing is asked when all are inactive.
  const isNone = !isEverything && inactive.length === ids.length
  const cost = quote?.cost ?? 0
  const names = asked.filter(({ channelId }) => inactive.includes(channelId))
  return (
    <Stack gap={4} aria-busy={quote === undefined && !isNone}>
      {quote !== undefined && <Costs quote={quote} />}
      {quote === undefined && !isNone && <Skeleton height="6em" />}
      {names.length > 0 && (
        <Stack gap={1}>
          <CheckBox checked={isEverything} onChange={({ target }) => setEverything(target.checked)}>
            {texts.inactive(names.length, number(names.length))}
          </CheckBox>
          <Note>{texts.inactiveHint(names.map((one) => one.channel_name).join(', '))}</Note>
        </Stack>
      )}
      <Note>
        <span>{`${texts.binding} `}</span>
        <WhoPays />
      </Note>
      <Actions isAtEnd>
        <Button
          look="accent"
          icon="mail"
          isBusy={isPending}
          disabled={cost === 0}
          onClick={() => quote !== undefined && start(quote.quoteId)}
        >
          {texts.get(cost, number(cost))}
        </Button>
      </Actions>
    </Stack>
  )
}

/** A quote: what it costs and leaves, and how many channels cost nothing or cannot be had, and why. */
function Costs({ quote }: { readonly quote: Quote }) {
  const { bulkReveals: texts } = useTexts()
  const number = useNumbers()
  const { cost, balanceAfter, noUses } = quote
  const kinds = ['already', 'noContact', 'notFound', 'withheld', 'overBudget', 'noUses'] as const
  const further = kinds
    .filter((kind) => quote[kind].length > 0)
    .map((kind) => [texts[kind], number(quote[kind].length)] as const)
  return (
    <>
      <Facts
        look="amounts"
        facts={[
          [texts.costs, <strong key="cost">{texts.uses(cost, number(cost))}</strong>],
          [texts.left, number(balanceAfter)],
          ...further,
        ]}
      />
      {noUses.length > 0 && (
        <p>
          <PageLink page="purchase">{texts.getUses}</PageLink>
        </p>
      )}
    </>
  )
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

/** How far it has come, with the result of each line; at the end, a report. */
function Progress({ jobId }: { readonly jobId: string }) {
  const { bulkReveals: texts } = useTexts()
  const number = useNumbers()
  const { data: progress, error, isUnknown, refetch } = useBulkReveal(jobId)
  const { isPending, mutate: stop } = useAction({
    mutationFn: async () => (await call('DELETE /reveals/{jobId}', { params: { jobId } })).data,
    meta: { subject: TOAST, failure: texts.stopFailed },
    onSuccess: (stopped) => setBulkReveal(jobId, stopped),
  })
  if (progress === undefined)
    return error === null ? (
      <Skeleton height="6em" />
    ) : (
      <LoadFailure title={isUnknown ? texts.tooOld : texts.readFailed} onRetry={() => void refetch()} />
    )
  const { state, done, of, spent, results } = progress
  const isRunning = state === 'running'
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <progress className={styles.bar} value={done} max={of} aria-label={texts.progress} />
        <Line gap={2} isSpread>
          {/* The button that started it is gone. */}
          <span ref={takeFocus} tabIndex={-1}>
            {texts.doneOf(number(done), number(of))}
          </span>
          <span role="status">{!isRunning && texts.spent(spent, number(spent))}</span>
        </Line>
      </Stack>
      <Actions>
        {isRunning ? (
          <Button isBusy={isPending} onClick={() => stop()}>
            {texts.stop}
          </Button>
        ) : (
          // Otherwise the report would stand over what is chosen next.
          <PageLink page="purchases" onClick={() => followed.set(null)}>
            {texts.toPurchases}
          </PageLink>
        )}
      </Actions>
      <Facts
        look="normal"
        facts={results.map(({ channelId, name, result }) => [name ?? channelId, texts.results[result]])}
      />
    </Stack>
  )
}
