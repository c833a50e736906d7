import { type ReactNode, useId } from 'react'
import { Heading, Lead, Stack } from '#web/kit/components/layout.tsx'
import { LocalInbox } from '#web/kit/components/LocalInbox.tsx'
import { CodeInput } from './CodeInput.tsx'
import { type MailedCode, useCodeEnd } from './mailed-code.ts'
import { ResendCode } from './ResendCode.tsx'

interface MailedCodeStepProps {
  readonly title?: string
  /** Says where the code was sent. */
  readonly lead: string
  /** Screen readers announce the lead, for a step that replaces another silently. */
  readonly isLeadAnnounced?: boolean
  readonly sentTo: string
  readonly code: MailedCode | null
  /** Each attempt starts with empty cells. */
  readonly attempt: number
  readonly isBusy: boolean
  readonly onComplete: (digits: string) => void
  /** When another code can be requested, in ms since 1970; null: now. */
  readonly nextCodeAt: number | null
  readonly isResending: boolean
  readonly onResend: () => void
  readonly children?: ReactNode
}

/** Asks for a mailed code, submits its six digits automatically, and sends another one on request. */
export function MailedCodeStep(props: MailedCodeStepProps) {
  const { title, lead, sentTo, code, attempt, isBusy, nextCodeAt, isResending, children } = props
  const leadId = useId()
  const end = useCodeEnd(code)
  return (
    <Stack gap={4}>
      {title !== undefined && <Heading>{title}</Heading>}
      <Lead id={leadId} role={props.isLeadAnnounced === true ? 'status' : undefined}>
        {lead}
      </Lead>
      {end === null && (
        <CodeInput key={attempt} describedBy={leadId} isBusy={isBusy} onComplete={props.onComplete} />
      )}
      <ResendCode end={end} nextCodeAt={nextCodeAt} isBusy={isResending} onSend={props.onResend} />
      <LocalInbox to={sentTo} />
      {children}
    </Stack>
  )
}
