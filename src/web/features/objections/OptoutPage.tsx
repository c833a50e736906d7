import { useState } from 'react'
import { useIsHydrated } from '#web/kit/texts/hydration.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useLinkToken } from '#web/kit/links/use-link-token.ts'
import { Card } from '#web/kit/components/Card.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import {
  Actions,
  Columns,
  FocusedHeading,
  Heading,
  PageScaffold,
  Stack,
} from '#web/kit/components/layout.tsx'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { emailProblem, normalizeEmail, shownEmail } from '#shared/rules/email.ts'
import { LocalInbox } from '#web/features/accounts/LocalInbox.tsx'
import { CheckBox, EmailField, Form, FormProblem } from '#web/kit/components/forms.tsx'
import { WithAddress } from '#web/kit/components/WithAddress.tsx'
import { useForm } from '#web/kit/components/use-form.ts'
import { useLinkAction } from '#web/kit/actions/use-link-action.ts'

/** For owners of addresses: why they are listed, and how to remove an address for good. */
export function OptoutPage() {
  const { objections } = useTexts()
  const { more } = objections
  usePreparedToasts()
  return (
    <>
      <PageHead title={objections.title} description={objections.description} page="optout" />
      <PageScaffold kind="text" title={objections.title}>
        <Columns min={26} gap={6} isLoose>
          <OptoutSteps />
          <Stack gap={5}>
            {(['why', 'who', 'what', 'other'] as const).map((question) => (
              <section key={question}>
                <Stack gap={2}>
                  <Heading>{objections[`${question}Title`]}</Heading>
                  <p>{objections[question]}</p>
                </Stack>
              </section>
            ))}
            <p>
              <span>{more.before}</span>
              <PageLink page="terms">{more.link}</PageLink>
              <span>{more.after}</span>
            </p>
          </Stack>
        </Columns>
      </PageScaffold>
    </>
  )
}

/** The form, or, after a mailed link, its confirmation. */
function OptoutSteps() {
  const { objections } = useTexts()
  const given = useLinkToken()
  // The page was built without a link.
  const token = useIsHydrated() ? given : null
  const [outcome, setOutcome] = useState<'done' | 'dead' | null>(null)
  if (outcome === 'done') {
    return (
      <Card tab={objections.done.tab} heading={<FocusedHeading>{objections.done.title}</FocusedHeading>}>
        <p role="status">{objections.done.text}</p>
      </Card>
    )
  }
  if (token !== null && outcome === null)
    return (
      <OptoutConfirmation token={token} onDone={() => setOutcome('done')} onDead={() => setOutcome('dead')} />
    )
  return <OptoutForm notice={outcome === 'dead' ? objections.dead : null} />
}

interface OptoutConfirmationProps {
  readonly token: string
  readonly onDone: () => void
  readonly onDead: () => void
}

/** Asks for a confirmation: mail scanners open links, but only people press buttons. */
function OptoutConfirmation({ token, onDone, onDead }: OptoutConfirmationProps) {
  const { errors, objections } = useTexts()
  const { confirm } = objections
  const [hidesChannels, setHidesChannels] = useState(false)
  const { isPending, mutate: press } = useLinkAction({
    mutationFn: () => call('PUT /optout', { body: { token, hidesChannels }, handles: ['too_many_requests'] }),
    meta: { subject: 'optout', failure: errors.internal },
    onSuccess: onDone,
    onDead,
  })
  return (
    <Card tab={confirm.tab} heading={<h2>{confirm.title}</h2>}>
      <p>{confirm.text}</p>
      <CheckBox checked={hidesChannels} onChange={({ target }) => setHidesChannels(target.checked)}>
        {confirm.hide}
      </CheckBox>
      <div>
        <Button look="accent" isBusy={isPending} onClick={() => press()}>
          {confirm.button}
        </Button>
      </div>
    </Card>
  )
}

/** What the link is for: to remove the address, or to correct what is kept of it. */
type Wish = 'remove' | 'correct'

/** Asks for the address and sends the link to it. @param notice what went wrong before */
function OptoutForm({ notice }: { readonly notice: string | null }) {
  const { objections, errors } = useTexts()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [wish, setWish] = useState<Wish>('remove')
  const { busyWith, mutate } = useAction({
    mutationFn: (given: { readonly wish: Wish; readonly address: string }) =>
      call(given.wish === 'remove' ? 'POST /optout' : 'POST /creator/link', {
        body: { address: given.address },
        handles: ['too_many_requests'],
      }),
    meta: { subject: 'optout', failure: errors.internal },
    onSuccess: (_, given) => setSentTo(given.address),
  })
  const { form, field, check, values } = useForm({
    initial: { address: '' },
    rules: { address: (typed) => emailProblem(normalizeEmail(typed)) },
    isBusy: busyWith !== null,
    onSubmit: () => send('remove'),
  })
  const send = (wanted: Wish) => {
    setWish(wanted)
    mutate({ wish: wanted, address: normalizeEmail(values.address) })
  }
  const [isAgain, setAgain] = useState(notice !== null)
  if (sentTo !== null) {
    return (
      <Card
        tab={wish === 'remove' ? objections.form.tab : objections.sent.correctTab}
        heading={<FocusedHeading key="sent">{objections.sent.title}</FocusedHeading>}
      >
        <p role="status">
          <WithAddress
            text={
              wish === 'remove'
                ? objections.sent.text(shownEmail(sentTo))
                : objections.sent.correctText(shownEmail(sentTo))
            }
            address={shownEmail(sentTo)}
          />
        </p>
        <LocalInbox to={sentTo} />
        <div>
          <Button
            size="small"
            onClick={() => {
              setAgain(true)
              setSentTo(null)
            }}
          >
            {objections.sent.another}
          </Button>
        </div>
      </Card>
    )
  }
  return (
    <Card
      tab={objections.form.tab}
      heading={
        isAgain ? (
          <FocusedHeading key="form">{objections.form.title}</FocusedHeading>
        ) : (
          <h2>{objections.form.title}</h2>
        )
      }
    >
      <Form {...form}>
        {notice !== null && <FormProblem>{notice}</FormProblem>}
        <EmailField
          {...field('address')}
          label={objections.form.address}
          hint={objections.form.hint}
          autoComplete="email"
        />
        <Actions>
          <Button look="accent" type="submit" isBusy={busyWith?.wish === 'remove'}>
            {objections.form.send}
          </Button>
          <Button
            isBusy={busyWith?.wish === 'correct'}
            onClick={() => busyWith === null && check() && send('correct')}
          >
            {objections.form.correct}
          </Button>
        </Actions>
      </Form>
    </Card>
  )
}
