import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { emailProblem, normalizeEmail, shownEmail } from '#shared/rules/email.ts'
import {
  type Pause,
  PAUSES,
  REFUSED_SUBJECTS,
  type RefusedSubject,
  REQUEST_KINDS,
  REQUEST_TEXT_MAX,
  type RequestKind,
} from '#shared/rules/creators.ts'
import { LocalInbox } from '#web/features/accounts/LocalInbox.tsx'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { CheckBox, EmailField, Form, Select, TextArea } from '#web/kit/components/forms.tsx'
import { Actions, Columns, Lead } from '#web/kit/components/layout.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { WithAddress } from '#web/kit/components/WithAddress.tsx'
import { formatDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useLinkAction } from '#web/kit/actions/use-link-action.ts'
import { useWish, type Wish } from './use-wish.ts'
import { useForm } from '#web/kit/components/use-form.ts'

interface WishFormProps {
  /** Where the page's contents lead to. */
  readonly id?: string
  readonly texts: Readonly<Record<'tab' | 'title' | 'lead', string>>
  /** Text of the button. */
  readonly button: string
  readonly isBusy: boolean
  /** What is said once it was sent; absent where a notification says it. */
  readonly sent?: ReactNode
  readonly after?: Elements
  /** Instead of `onSend`, where `useForm` checks fields. */
  readonly form?: ComponentProps<typeof Form>
  readonly onSend?: (form: HTMLFormElement) => void
  readonly children: Elements
}

/** A card with one thing that the creator can say. */
function WishForm({ id, texts, button, isBusy, sent, after, form, onSend, children }: WishFormProps) {
  return (
    <Card id={id} tab={texts.tab} heading={<h2>{texts.title}</h2>}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSend?.(event.currentTarget)
        }}
        {...form}
      >
        <Lead>{texts.lead}</Lead>
        {children}
        <div>
          <Button look="ink" type="submit" isBusy={isBusy}>
            {button}
          </Button>
        </div>
        {/* Rendered from the start, so that screen readers announce it. */}
        {sent !== undefined && <p role="status">{sent}</p>}
        {after}
      </Form>
    </Card>
  )
}

/** Subjects of advertising that the creator does not want. */
export function SubjectsSection(wish: Wish) {
  const { subjects: texts } = useTexts().creators
  const { isPending, change } = useWish(wish)
  const [chosen, setChosen] = useState<readonly RefusedSubject[]>(wish.kept.refuses)
  return (
    <WishForm
      texts={texts}
      button={texts.save}
      isBusy={isPending}
      onSend={() => change({ refuses: [...chosen] }, texts.saved)}
    >
      <fieldset>
        <legend>
          <VisuallyHidden>{texts.title}</VisuallyHidden>
        </legend>
        <Columns min={15} gap={5} hasCloseRows>
          {REFUSED_SUBJECTS.map((subject) => (
            <CheckBox
              key={subject}
              checked={chosen.includes(subject)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, subject] : chosen.filter((other) => other !== subject))
              }
            >
              {texts.names[subject]}
            </CheckBox>
          ))}
        </Columns>
      </fieldset>
    </WishForm>
  )
}

/** For how long the address is not sold. */
export function PauseSection(wish: Wish) {
  const { pause: texts } = useTexts().creators
  const { language } = useLanguage()
  const { isPending, change } = useWish(wish)
  const { isPaused, pausedUntil } = wish.kept
  const [chosen, setChosen] = useState<Pause>(isPaused ? 'off' : '1')
  const isEnding = chosen === 'off' && isPaused
  return (
    <WishForm
      id="pause"
      texts={texts}
      button={isEnding ? texts.end : texts.save}
      isBusy={isPending}
      onSend={() => change({ pause: chosen }, isEnding ? texts.ended : texts.saved)}
    >
      <p role="status">
        {!isPaused
          ? texts.none
          : pausedUntil === null
            ? texts.open
            : texts.until(formatDate(pausedUntil, language))}
      </p>
      <div>
        <Select
          label={texts.label}
          value={chosen}
          options={PAUSES.map((value) => ({ value, text: texts.options[value] }))}
          onChange={setChosen}
        />
      </div>
    </WishForm>
  )
}

/** Asks for an address that is preferred to this one, and sends a link to it. */
export function PreferredSection({ token, onDead }: Wish) {
  const { creators } = useTexts()
  const { preferred: texts } = creators
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { isPending, mutate } = useLinkAction({
    mutationFn: (given: string) =>
      call('POST /creator/address', { body: { token, address: given }, handles: ['too_many_requests'] }),
    meta: { subject: 'creator', failure: creators.failed },
    onSuccess: (_, given) => setSentTo(given),
    onDead,
  })
  const { form, field } = useForm({
    initial: { address: '' },
    rules: { address: (typed) => emailProblem(normalizeEmail(typed)) },
    isBusy: isPending,
    onSubmit: ({ address }) => mutate(normalizeEmail(address)),
  })
  return (
    <WishForm
      id="address"
      texts={texts}
      button={texts.send}
      isBusy={isPending}
      sent={
        sentTo !== null && <WithAddress text={texts.sent(shownEmail(sentTo))} address={shownEmail(sentTo)} />
      }
      after={sentTo !== null && <LocalInbox to={sentTo} />}
      form={form}
    >
      <EmailField {...field('address')} label={texts.address} autoComplete="email" />
    </WishForm>
  )
}

/** A question to whoever runs the service, as far as it is written. */
export interface Question {
  readonly kind: RequestKind
  readonly text: string
  /** How often a fact was called wrong; each time the field gets the focus. */
  readonly begun: number
}

/** Adds the beginning of a sentence about a fact that is wrong, below what is written already. */
export function addCorrection({ text, begun }: Question, about: string): Question {
  const before = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`
  return { kind: 'correction', text: `${before}${about}`.slice(0, REQUEST_TEXT_MAX), begun: begun + 1 }
}

interface AskSectionProps extends Wish {
  readonly question: Question
  readonly onQuestion: (question: Question) => void
}

/** What the owner asks of the operator. */
export function AskSection({ token, onDead, question, onQuestion }: AskSectionProps) {
  const { creators, fieldProblems } = useTexts()
  const { ask: texts } = creators
  const { language } = useLanguage()
  const { kind, text, begun } = question
  const [isMissing, setIsMissing] = useState(false)
  const [dueOn, setDueOn] = useState<string | null>(null)
  const { isPending, mutate } = useLinkAction({
    mutationFn: () =>
      call('POST /creator/request', { body: { token, kind, text }, handles: ['too_many_requests'] }),
    meta: { subject: 'creator', failure: creators.failed },
    onSuccess({ data }) {
      setDueOn(data.dueOn)
      onQuestion({ ...question, text: '' })
    },
    onDead,
  })
  useEffect(() => {
    if (begun === 0) return
    const field = document.querySelector<HTMLTextAreaElement>('#ask textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [begun])
  const send = (form: HTMLFormElement) => {
    setIsMissing(text.trim() === '')
    if (text.trim() === '') return form.querySelector('textarea')?.focus()
    mutate()
  }
  return (
    <WishForm
      id="ask"
      texts={texts}
      button={texts.send}
      isBusy={isPending}
      sent={dueOn !== null && texts.sent(formatDate(dueOn, language))}
      onSend={send}
    >
      <div>
        <Select
          label={texts.kind}
          value={kind}
          options={REQUEST_KINDS.map((value) => ({ value, text: texts.kinds[value] }))}
          onChange={(chosen) => onQuestion({ ...question, kind: chosen })}
        />
      </div>
      <TextArea
        label={texts.text}
        name="request"
        value={text}
        maxLength={REQUEST_TEXT_MAX}
        required
        error={isMissing && text.trim() === '' ? fieldProblems.required : null}
        onChange={(event) => onQuestion({ ...question, text: event.target.value })}
      />
    </WishForm>
  )
}

/** The owner's objection; this link proves the mailbox as well as the one of `/optout` does. */
export function RemoveSection({
  token,
  onDead,
  onRemoved,
}: Wish & { readonly onRemoved: (hidesChannels: boolean) => void }) {
  const { creators, common } = useTexts()
  const { remove: texts } = creators
  const [isOpen, setIsOpen] = useState(false)
  const [hidesChannels, setHidesChannels] = useState(false)
  const { isPending, mutate: remove } = useLinkAction({
    mutationFn: () => call('PUT /optout', { body: { token, hidesChannels }, handles: ['too_many_requests'] }),
    meta: { subject: 'creator', failure: creators.failed },
    onSuccess: () => onRemoved(hidesChannels),
    onDead,
  })
  return (
    <Card id="remove" tab={texts.tab} heading={<h2>{texts.title}</h2>}>
      <Lead>{texts.lead}</Lead>
      <div>
        <Button onClick={() => setIsOpen(true)}>{texts.button}</Button>
      </div>
      <Dialog title={texts.ask} closeLabel={common.close} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Lead>{texts.askText}</Lead>
        <CheckBox checked={hidesChannels} onChange={({ target }) => setHidesChannels(target.checked)}>
          {texts.hide}
        </CheckBox>
        <Actions>
          <Button onClick={() => setIsOpen(false)}>{texts.keep}</Button>
          <Button look="accent" isBusy={isPending} onClick={() => remove()}>
            {texts.confirm}
          </Button>
        </Actions>
      </Dialog>
    </Card>
  )
}
