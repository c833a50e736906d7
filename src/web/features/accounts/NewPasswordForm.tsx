import { type FormEvent, useRef, useState } from 'react'
import type { FieldProblem } from '#shared/api/errors.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { leaveSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Form } from '#web/kit/components/Form.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import { PasswordField } from '#web/kit/components/PasswordField.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './ResetPage.module.css'
import { usePasswordRules } from './use-password-rules.ts'

interface NewPasswordFormProps {
  /** From the mailed link. */
  readonly token: string
  readonly onChanged: () => void
  readonly onRefused: () => void
}

/** Asks for the new password; it can be shown, so it is typed once. */
export function NewPasswordForm({ token, ...outcomes }: NewPasswordFormProps) {
  const { accounts, fieldProblems } = useTexts()
  const { newPassword } = accounts
  // The page does not know whose link it is.
  const rules = usePasswordRules({ email: '', username: '' })
  const { isBusy, problem, forgive, submit } = useResetPassword(token, {
    ...outcomes,
    problemOf: rules.problemOf,
  })
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    form.current?.querySelector('input')?.focus()
    void submit(password)
  }
  return (
    <Form ref={form} onSubmit={send}>
      <Lead>{newPassword.lead}</Lead>
      <PasswordField
        name="newPassword"
        label={newPassword.field}
        hint={rules.hintFor(password)}
        value={password}
        error={problem === null ? null : fieldProblems[problem]}
        required
        autoComplete="new-password"
        onChange={(event) => {
          forgive()
          setPassword(event.target.value)
        }}
      />
      <div className={styles.actions}>
        <Button look="accent" type="submit" isBusy={isBusy}>
          {newPassword.save}
        </Button>
      </div>
    </Form>
  )
}

interface ResetPassword {
  readonly isBusy: boolean
  /** The rule that the password breaks, until `forgive`. */
  readonly problem: FieldProblem | null
  readonly forgive: () => void
  readonly submit: (newPassword: string) => Promise<void>
}

interface Outcomes {
  /** The rule that a typed password breaks. */
  readonly problemOf: (typed: string) => FieldProblem | null
  readonly onChanged: () => void
  /** The link was used, or has expired. */
  readonly onRefused: () => void
}

/** Sets the new password with a link's token. Nobody is logged in afterwards. */
function useResetPassword(token: string, { problemOf, onChanged, onRefused }: Outcomes): ResetPassword {
  const { results } = useTexts().accounts
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const { isBusy, run } = useAction({
    subject: 'new-password',
    failure: (error, describe) => {
      const isShownElsewhere = error.fields['newPassword'] !== undefined || error.code === 'wrong_token'
      return isShownElsewhere ? null : describe(error, results.wrong)
    },
  })

  const submit = async (typed: string): Promise<void> => {
    const newPassword = typed.trim()
    const broken = problemOf(typed)
    setProblem(broken)
    if (broken !== null) return
    const set = () => call('PUT /reset', { body: { newPassword, token }, handles: ['too_many_requests'] })
    await run(set, {
      onDone: () => {
        leaveSession()
        onChanged()
      },
      onFailed: ({ code, fields }) => {
        setProblem(fields['newPassword'] ?? null)
        if (code === 'wrong_token') onRefused()
      },
    })
  }
  return { isBusy, problem, forgive: () => setProblem(null), submit }
}
