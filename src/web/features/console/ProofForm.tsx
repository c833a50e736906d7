import { useQuery } from '@tanstack/react-query'
import type { BodyGiven } from '#shared/api/contract.ts'
import { askBrowser } from '#web/features/second-factor/passkeys.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Field, Form, FormActions } from '#web/kit/components/forms.tsx'
import { PageScaffold, Stack } from '#web/kit/components/layout.tsx'
import { isMissing, useForm } from '#web/kit/components/use-form.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { askOperatorAgain } from './console-data.ts'
import { useConsoleTexts } from './console-texts.ts'

/** The second factor that opens the console. */
export function ProofForm({ hasSecondFactor }: { readonly hasSecondFactor: boolean }) {
  const { open } = useConsoleTexts()
  return (
    <PageScaffold kind="form" width={36} title={open.title} lead={open.lead}>
      {hasSecondFactor ? (
        <Proof onProved={askOperatorAgain} />
      ) : (
        <Stack gap={4}>
          <p>{open.noFactor}</p>
          <p>
            <PageLink page="profile">{open.toProfile}</PageLink>
          </p>
        </Stack>
      )}
    </PageScaffold>
  )
}

/** The same where something is to be repeated afterwards. */
export function Proof({ onProved }: { readonly onProved: () => unknown }) {
  const { open } = useConsoleTexts()
  const { data: asked } = useQuery({
    queryKey: ['console', 'factors'],
    queryFn: async () =>
      (await call('POST /operator/proof', { body: {}, handles: 'all', team: null })).secondFactor ?? null,
    staleTime: 0,
    gcTime: 0,
  })
  const proof = useAction({
    mutationFn: async (given: BodyGiven<'POST /operator/proof'> | null) => {
      const passkey =
        given === null ? await askBrowser(asked?.passkeyOptions ?? {}, open.passkeyFailed) : null
      await call('POST /operator/proof', { body: given ?? { passkey }, handles: 'all', team: null })
    },
    meta: { subject: 'proof', failure: open.passkeyFailed },
    onSuccess: onProved,
  })
  const { form, field } = useForm({
    initial: { code: '' },
    rules: { code: isMissing },
    words: { required: open.codeMissing },
    isBusy: proof.isPending,
    onSubmit: ({ code }) => proof.mutate({ second_factor_code: code.trim() }),
  })
  if (asked == null) return null
  return (
    <Stack gap={5}>
      {asked.passkeyOptions !== null && (
        <div>
          <Button
            look={asked.hasTotp ? 'outline' : 'accent'}
            isBusy={proof.isPending}
            onClick={() => proof.mutate(null)}
          >
            {open.passkey}
          </Button>
        </div>
      )}
      {asked.hasTotp && (
        <Form {...form}>
          <Field
            {...field('code')}
            label={open.code}
            // Nothing else can be done here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
          />
          <FormActions submitAt="start">
            <Button look="accent" type="submit" isBusy={proof.isPending}>
              {open.submit}
            </Button>
          </FormActions>
        </Form>
      )}
    </Stack>
  )
}
