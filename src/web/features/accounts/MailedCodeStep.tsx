import { FormProblem } from '#web/kit/components/forms.tsx'
import { useEffect, useId, useRef } from 'react'
import { Button } from '#web/kit/components/Button.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { Heading, Lead, Line, Note, Stack } from '#web/kit/components/layout.tsx'
import { LocalInbox } from './LocalInbox.tsx'
import { WithAddress } from '#web/kit/components/WithAddress.tsx'
import { useSecondsUntil } from '#web/kit/components/countdown.ts'
import { formatWait } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CodeInput } from './CodeInput.tsx'
import { type CodeEnd, type MailedCode, useCodeEnd } from './mailed-code.ts'

interface MailedCodeStepProps {
  readonly title?: string
  /** Says where the code was sent. */
  readonly lead: string
  /** Screen readers announce the lead, for a step that replaces another silently. */
  readonly isLeadAnnounced?: boolean
  readonly sentTo: string
  readonly code: MailedCode | null
  /** Says that the last digits were wrong. */
  readonly wrongText: string
  /** Each attempt starts with empty cells. */
  readonly attempt: number
  readonly isBusy: boolean
  readonly onComplete: (digits: string) => void
  /** When another code can be requested, in ms since 1970; null: now. */
  readonly nextCodeAt: number | null
  readonly isResending: boolean
  readonly onResend: () => void
  readonly children?: Elements
}

/** Asks for a mailed code, submits its six digits automatically, and sends another one on request. */
export function MailedCodeStep(props: MailedCodeStepProps) {
  const { title, lead, sentTo, code, wrongText, attempt, isBusy, nextCodeAt, isResending, children } = props
  const leadId = useId()
  const end = useCodeEnd(code)
  return (
    <Stack gap={4}>
      {title !== undefined && <Heading>{title}</Heading>}
      <Lead id={leadId} role={props.isLeadAnnounced === true ? 'status' : undefined}>
        <WithAddress text={lead} address={sentTo} />
      </Lead>
      {end === null && (
        <CodeInput
          key={attempt}
          describedBy={leadId}
          error={code !== null && code.wrongTries > 0 ? wrongText : null}
          isBusy={isBusy}
          onComplete={props.onComplete}
        />
      )}
      <ResendCode end={end} nextCodeAt={nextCodeAt} isBusy={isResending} onSend={props.onResend} />
      <LocalInbox to={sentTo} />
      {children}
    </Stack>
  )
}

interface ResendCodeProps {
  /** Why the last code no longer works; null while it may still be correct. */
  readonly end: CodeEnd | null
  /** When another code can be requested, in ms since 1970; null: now. */
  readonly nextCodeAt: number | null
  readonly isBusy: boolean
  readonly onSend: () => void
}

/** Says that a code no longer works, requests another one, and shows the time to wait for that. */
function ResendCode({ end, nextCodeAt, isBusy, onSend }: ResendCodeProps) {
  const { code } = useTexts().accounts
  const { language } = useLanguage()
  const secondsLeft = useSecondsUntil(nextCodeAt) ?? 0
  const waitId = useId()
  const isWaiting = secondsLeft > 0
  const again = useRef<HTMLButtonElement>(null)
  // The expired code's cells are gone, and the focus with them.
  useEffect(() => {
    if (end !== null && document.activeElement === document.body) again.current?.focus()
  }, [end])
  return (
    <div>
      <FormProblem>{end !== null && code[end]}</FormProblem>
      <Line gap={3}>
        <Button
          ref={again}
          size="small"
          isBusy={isBusy}
          aria-disabled={isWaiting || undefined}
          aria-describedby={isWaiting ? waitId : undefined}
          onClick={() => {
            if (!isWaiting) onSend()
          }}
        >
          {code.sendAgain}
        </Button>
        {isWaiting && <Note id={waitId}>{code.sendAgainIn(formatWait(secondsLeft, language))}</Note>}
      </Line>
    </div>
  )
}
