import type { BodyGiven, ExtrasOf } from '#shared/api/contract.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Field, Form, FormActions } from '#web/kit/components/forms.tsx'
import { Heading, Lead } from '#web/kit/components/layout.tsx'
import { askBrowser } from './passkeys.ts'
import { isMissing, useForm } from '#web/kit/components/use-form.ts'

/** The answer of a login that requires a second factor. */
export type AskedFactor = NonNullable<ExtrasOf<'POST /login'>['secondFactor']>

/** The second factor that the login is repeated with. */
export type Factor = Pick<BodyGiven<'POST /login'>, 'second_factor_code' | 'passkey'>

interface SecondFactorStepProps {
  readonly asked: AskedFactor
  readonly isBusy: boolean
  readonly onFactor: (factor: Factor) => void
  readonly onBack: () => void
}

/** The second factor, required after the password: a passkey, an app's code, or a recovery code. */
export function SecondFactorStep({ asked, isBusy, onFactor, onBack }: SecondFactorStepProps) {
  const { accounts, secondFactor } = useTexts()
  const { login } = secondFactor
  const passkey = useAction({
    mutationFn: (options: Record<string, unknown>) => askBrowser(options, login.passkeyFailed),
    meta: { subject: 'login', failure: login.passkeyFailed },
    onSuccess: (proof) => onFactor({ passkey: proof }),
  })
  const { hasTotp, passkeyOptions } = asked
  const { form, field } = useForm({
    initial: { second_factor_code: '' },
    rules: { second_factor_code: isMissing },
    words: { required: login.codeMissing },
    isBusy,
    onSubmit: ({ second_factor_code: code }) => onFactor({ second_factor_code: code.trim() }),
  })
  return (
    <Form {...form}>
      <Heading>{login.title}</Heading>
      <Lead role="status">{login.lead}</Lead>
      {passkeyOptions !== null && (
        <>
          <div>
            <Button
              look={hasTotp ? 'outline' : 'accent'}
              isBusy={passkey.isPending}
              onClick={() => passkey.mutate(passkeyOptions)}
            >
              {login.passkey}
            </Button>
          </div>
          <Lead>{login.or}</Lead>
        </>
      )}
      <Field
        {...field('second_factor_code')}
        label={hasTotp ? login.code : login.recoveryCode}
        // The password before it was typed as well.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
      />
      <FormActions>
        <Button look="quiet" icon="back" onClick={onBack}>
          {accounts.back}
        </Button>
        <Button
          look={hasTotp || passkeyOptions === null ? 'accent' : 'outline'}
          type="submit"
          isBusy={isBusy}
        >
          {login.submit}
        </Button>
      </FormActions>
    </Form>
  )
}
