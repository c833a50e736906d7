import { type FormEvent, useRef, useState } from 'react'
import { EMAIL_MAX, normalizeEmail } from '#shared/rules/email.ts'
import { LocalInbox } from '#web/kit/components/LocalInbox.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Field } from '#web/kit/components/Field.tsx'
import { Form } from '#web/kit/components/Form.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import styles from './ResetPage.module.css'
import { useResetLink } from './use-reset-link.ts'

/** Says that a link does not work, and sends a new one. */
export function AskLinkForm() {
  const { accounts, errors } = useTexts()
  const { newPassword } = accounts
  const [email, setEmail] = useState('')
  const { problem, isBusy, request } = useResetLink(email)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (await request()) setAskedFor(normalizeEmail(email))
    else form.current?.querySelector('input')?.focus()
  }
  return (
    <Form ref={form} onSubmit={(event) => void send(event)}>
      <div>
        <Lead>{errors.wrong_token}</Lead>
        <Lead>{newPassword.linkLead}</Lead>
      </div>
      <Field
        name="email"
        label={accounts.email}
        value={email}
        error={problem}
        required
        type="text"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className={styles.actions}>
        <Button look="accent" type="submit" isBusy={isBusy}>
          {newPassword.sendLink}
        </Button>
      </div>
      {askedFor !== null && <LocalInbox to={askedFor} />}
    </Form>
  )
}
