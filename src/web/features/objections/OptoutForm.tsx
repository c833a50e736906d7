import { type FormEvent, useRef, useState } from 'react'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { LocalInbox } from '#web/features/accounts/LocalInbox.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { EmailField, Form } from '#web/kit/components/forms.tsx'
import styles from './OptoutPage.module.css'

/** Asks for the address and sends the link to it. @param notice what went wrong before */
export function OptoutForm({ notice }: { readonly notice: string | null }) {
  const { objections, errors, fieldProblems } = useTexts()
  const [address, setAddress] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { isBusy, run } = useAction({ subject: 'optout', failure: errors.internal })
  const form = useRef<HTMLFormElement>(null)
  if (sentTo !== null) {
    return (
      <Card tab={objections.form.tab} heading={<h2>{objections.sent.title}</h2>}>
        <p role="status" className={styles.sent}>
          {objections.sent.text(sentTo)}
        </p>
        <LocalInbox to={sentTo} />
        <div>
          <Button size="small" onClick={() => setSentTo(null)}>
            {objections.sent.another}
          </Button>
        </div>
      </Card>
    )
  }
  const normalized = normalizeEmail(address)
  const problem = refused === address ? emailProblem(normalized) : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setRefused(address)
    if (emailProblem(normalized) !== null) return form.current?.querySelector('input')?.focus()
    const body = { address: normalized }
    void run(() => call('POST /optout', { body, handles: ['too_many_requests'] }), {
      onDone: () => setSentTo(normalized),
    })
  }
  return (
    <Card tab={objections.form.tab} heading={<h2>{objections.form.title}</h2>}>
      <Form ref={form} onSubmit={send}>
        {notice !== null && (
          <p role="alert" className={styles.notice}>
            {notice}
          </p>
        )}
        <EmailField
          name="address"
          label={objections.form.address}
          hint={objections.form.hint}
          value={address}
          error={problem === null ? null : fieldProblems[problem]}
          required
          autoComplete="email"
          onChange={(event) => setAddress(event.target.value)}
        />
        <div>
          <Button look="accent" type="submit" isBusy={isBusy}>
            {objections.form.send}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
