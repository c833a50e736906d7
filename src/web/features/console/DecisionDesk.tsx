import { type ConsoleTexts, useConsoleTexts } from './console-texts.ts'
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import type { OnWire } from '#shared/api/command-endpoints.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { preparedAnswers as en } from '#shared/i18n/en/prepared-answers.ts'
import { preparedAnswers as ru } from '#shared/i18n/ru/prepared-answers.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Field, Form, FormActions, FormProblem, TextArea } from '#web/kit/components/forms.tsx'
import { Heading, Note, Section, Stack } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { runCommand, saidOf, useCommands } from './console-data.ts'
import styles from './DecisionsScreen.module.css'
import { formatMoment } from './format-figures.ts'
import { isTyping } from './is-typing.ts'
import { sectionPath } from './sections.ts'
import { useRead } from './use-rows.ts'

/** What is prepared for an answer, by the language in which it is sent. */
const preparedAnswers = { en, ru }

/** What waits, as its lists are asked for it. */
export const LISTED = { limit: 200 }

interface DeskProps {
  readonly id: number
  readonly onDecided: (said: string) => void
}

/** A report beside its purchase and what the mail server answered. */
export function ReportDesk({ id, onDecided }: DeskProps) {
  const { language } = useLanguage()
  const { decisions: texts, list, catalogue } = useConsoleTexts().pages
  const { data, error, retry } = useRead('reports show', { report: id })
  if (error !== null) return <LoadFailure title={list.failed} onRetry={retry} />
  if (data === undefined) return null
  const { contact, channelId } = data
  const moment = (at: string) => formatMoment(at, language)
  const { kind, reported, buyer, judged } = listedFacts(data, texts, language)
  const reasons = texts.reportReasons
  return (
    <Section title={texts.report(id)} heading={data.channelName} isActive>
      <Stack gap={4}>
        <Facts
          facts={[
            ...kind,
            reported,
            [texts.bought, moment(data.boughtAt)],
            buyer,
            ...(channelId === null
              ? []
              : [
                  [
                    texts.channel,
                    <Link key="channel" to={sectionPath('catalogue', String(channelId))}>
                      {channelId}
                    </Link>,
                  ] as const,
                ]),
            [texts.contact, contact === null ? texts.contactGone : contact.address],
            ...(contact === null
              ? []
              : [
                  [texts.source, contact.source] as const,
                  [
                    texts.check,
                    [
                      catalogue.checks[contact.verification],
                      ...(contact.verifiedAt === null ? [] : [moment(contact.verifiedAt)]),
                    ].join(', '),
                  ] as const,
                  ...(contact.bouncedAt === null
                    ? []
                    : [[texts.bounced, moment(contact.bouncedAt)] as const]),
                ]),
            ...judged,
          ]}
        />
        <Words title={texts.evidence} text={data.evidence ?? texts.noEvidence} />
        {data.state === 'review' ? (
          <DecisionForm
            command="reports decide"
            given={{ report: id }}
            choices={[
              {
                label: `${texts.credit}: ${reasons.mailbox}`,
                reason: reasons.mailbox,
                given: { decision: 'credit' },
              },
              {
                label: `${texts.credit}: ${reasons.person}`,
                reason: reasons.person,
                given: { decision: 'credit' },
              },
              {
                label: `${texts.refuse}: ${reasons.unrelated}`,
                reason: reasons.unrelated,
                given: { decision: 'refuse' },
              },
              {
                label: `${texts.refuse}: ${reasons.unproved}`,
                reason: reasons.unproved,
                given: { decision: 'refuse' },
              },
            ]}
            onDecided={onDecided}
          />
        ) : (
          <Note>{texts.settled}</Note>
        )}
      </Stack>
    </Section>
  )
}

/** What the list has of a report, for those whose role does not show the contact. */
export function ListedReport({ id }: Pick<DeskProps, 'id'>) {
  const { language } = useLanguage()
  const { command: words, pages, roles } = useConsoleTexts()
  const { decisions: texts } = pages
  const { data } = useRead('reports list', LISTED)
  const listed = data?.find((report) => report.id === id)
  if (data === undefined) return null
  if (listed === undefined) return <Note>{words.needs(roles.support)}</Note>
  const { kind, reported, buyer, judged } = listedFacts(listed, texts, language)
  return (
    <Section title={texts.report(id)} heading={listed.channelName} isActive>
      <Stack gap={4}>
        <Facts facts={[...kind, reported, buyer, ...judged]} />
        <Note>{words.needs(roles.support)}</Note>
      </Stack>
    </Section>
  )
}

type Listed = OnWire<CommandOutput<'reports list'>>[number]

function listedFacts(report: Listed, texts: ConsoleTexts['pages']['decisions'], language: Language) {
  const { holderId, reason, code } = report
  return {
    kind: [
      [texts.kind, texts.kinds[report.kind]] as const,
      ...(reason === 'unclear' || reason === 'many' ? [[texts.why, texts.reasons[reason]] as const] : []),
    ],
    reported: [texts.reported, formatMoment(report.reportedAt, language)] as const,
    buyer: [
      texts.buyer,
      <Link key="buyer" to={sectionPath('people', String(holderId))}>
        {holderId}
      </Link>,
    ] as const,
    judged: [
      ...(code === null ? [] : [[texts.code, code] as const]),
      [texts.others, report.others] as const,
      [texts.returns, report.returns] as const,
    ],
  }
}

/** The same of a request, for those whose role does not show who asked. */
export function ListedRequest({ id }: Pick<DeskProps, 'id'>) {
  const { language } = useLanguage()
  const { creators } = useTexts()
  const { command: words, pages, roles } = useConsoleTexts()
  const { decisions: texts } = pages
  const { data } = useRead('requests list', LISTED)
  const listed = data?.find((request) => request.id === id)
  if (data === undefined) return null
  if (listed === undefined) return <Note>{words.needs(roles.support)}</Note>
  return (
    <Section title={texts.request(id)} heading={creators.ask.kinds[listed.kind]} isActive>
      <Stack gap={4}>
        <Facts
          facts={[
            [texts.asked, formatShortDate(listed.receivedOn, language)],
            [texts.deadline, formatShortDate(listed.dueOn, language)],
          ]}
        />
        <Note>{words.needs(roles.support)}</Note>
      </Stack>
    </Section>
  )
}

/** A creator's request with the answer that is prepared for its kind. */
export function RequestDesk({ id, onDecided }: DeskProps) {
  const { language } = useLanguage()
  const { creators } = useTexts()
  const { decisions: texts, list } = useConsoleTexts().pages
  const { data, error, retry } = useRead('requests show', { request: id })
  if (error !== null) return <LoadFailure title={list.failed} onRetry={retry} />
  if (data === undefined) return null
  return (
    <Section title={texts.request(id)} heading={creators.ask.kinds[data.kind]} isActive>
      <Stack gap={4}>
        <Facts
          facts={[
            [
              texts.from,
              <Link
                key="from"
                to={`${sectionPath('catalogue')}?${new URLSearchParams({ name: data.address })}`}
              >
                {data.address}
              </Link>,
            ],
            [texts.asked, formatShortDate(data.receivedOn, language)],
            [texts.deadline, formatShortDate(data.dueOn, language)],
            [texts.language, data.language],
          ]}
        />
        <Words title={texts.message} text={data.text} />
        {data.state === 'answered' ? (
          <Note>{texts.settled}</Note>
        ) : (
          <DecisionForm
            command="requests answer"
            given={{ request: id }}
            prepared={preparedAnswers[data.language][data.kind]}
            choices={[
              { label: texts.send, reason: texts.sentReason, given: {}, isWritten: true },
              { label: texts.elsewhere, reason: texts.elsewhereReason, given: { elsewhere: true } },
            ]}
            onDecided={onDecided}
          />
        )}
      </Stack>
    </Section>
  )
}

function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Stack gap={2}>
      <Heading isSmall>{title}</Heading>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll */}
      <div className={styles.words} tabIndex={0} role="group" aria-label={title}>
        {text}
      </div>
    </Stack>
  )
}

interface Choice {
  readonly label: string
  /** Prepared for the audit; it can be changed. */
  readonly reason: string
  readonly given: Readonly<Record<string, unknown>>
  /** The answer goes with it. */
  readonly isWritten?: true
}

interface DecisionFormProps {
  readonly command: 'reports decide' | 'requests answer'
  readonly given: Readonly<Record<string, unknown>>
  readonly choices: readonly Choice[]
  /** An answer to be sent, as it is prepared. */
  readonly prepared?: string
  readonly onDecided: (said: string) => void
}

/** Chosen by a digit, decided by Enter: two presses. */
function DecisionForm({ command, given, choices, prepared, onDecided }: DecisionFormProps) {
  const { failed, roles, command: words, pages } = useConsoleTexts()
  const { decisions: texts } = pages
  const name = useId()
  const { data } = useCommands()
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [reason, setReason] = useState('')
  const [text, setText] = useState(prepared ?? '')
  const { mutate, isPending, error } = useAction({
    mutationFn: ({ given: decision, isWritten }: Choice) =>
      runCommand(
        { key: command, changesNothing: false },
        { ...given, ...decision, reason: reason.trim(), ...(isWritten === true && { text: text.trim() }) },
      ),
    // All is said beside the form.
    meta: { subject: 'decision', failure: null },
    onSuccess: ({ said }) => onDecided(said),
  })
  const choose = (choice: Choice) => {
    setChosen(choice)
    setReason(choice.reason)
  }
  const decide = () => {
    if (chosen !== null && reason.trim() !== '' && !isPending) mutate(chosen)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    const choice = /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined
    if (choice !== undefined) choose(choice)
    else if (key === 'Enter' && !(target instanceof Element && target.closest('a, button') !== null)) decide()
    else return
    event.preventDefault()
  })
  const [form, setForm] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const desk = form?.closest('[role="group"]')
    const listen = (event: Event) => press(event as KeyboardEvent)
    desk?.addEventListener('keydown', listen)
    return () => desk?.removeEventListener('keydown', listen)
  }, [form])
  if (data === undefined) return null
  if (!data.commands.some(({ key }) => key === command)) return <Note>{words.needs(roles.support)}</Note>
  return (
    <Form
      ref={setForm}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        decide()
      }}
    >
      {prepared !== undefined && (
        <TextArea
          name="answer"
          label={texts.answer}
          rows={9}
          maxLength={20_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <fieldset className={styles.choices}>
        <legend>{texts.choose}</legend>
        {choices.map((choice, place) => (
          <label key={choice.label} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={choice.label === chosen?.label}
              onChange={() => choose(choice)}
            />
            <kbd>{place + 1}</kbd>
            <span>{choice.label}</span>
          </label>
        ))}
      </fieldset>
      <Field
        label={texts.reason}
        name="reason"
        maxLength={200}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <FormActions submitAt="start">
        <Button look="accent" type="submit" aria-disabled={chosen === null} isBusy={isPending}>
          {texts.decide}
        </Button>
      </FormActions>
      {error !== null && <FormProblem>{saidOf(error) ?? failed}</FormProblem>}
    </Form>
  )
}
