import { useState } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { type UserInformation, useHolderId } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { DialogForm } from '#web/kit/components/DialogForm.tsx'
import { Section } from '#web/kit/components/layout.tsx'
import { isMissing } from '#web/kit/components/use-form.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { refreshUses, setUses } from './use-uses-history.ts'
import { useDescribe } from '#web/kit/actions/refusals.ts'

/** The form for a promocode. */
export function PromocodeSection({ person }: { readonly person: UserInformation }) {
  const { uses } = useTexts()
  const { promocode } = uses
  const [isOpen, setIsOpen] = useState(false)
  const { activate, isPending, problem } = usePromocode(person, () => setIsOpen(false))
  return (
    <Section title={promocode.title}>
      <p>{promocode.lead}</p>
      <div>
        <Button onClick={() => setIsOpen(true)}>{promocode.open}</Button>
      </div>
      <DialogForm
        title={promocode.panel}
        confirmLabel={promocode.confirm}
        name="promocode"
        input={{
          label: promocode.label,
          hint: promocode.hint,
          autoComplete: 'off',
          autoCapitalize: 'characters',
          spellCheck: false,
          maxLength: 200,
        }}
        rule={isMissing}
        refused={problem}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        isBusy={isPending}
        onConfirm={activate}
      />
    </Section>
  )
}

/** Activates promocodes. @param onActivated called after a promocode has given its uses */
function usePromocode({ email }: UserInformation, onActivated: () => void) {
  const holderId = useHolderId() ?? 0
  const { uses, errors } = useTexts()
  const { language } = useLanguage()
  const describe = useDescribe()
  /** Why the last one was refused; null when it was accepted. */
  const [problem, setProblem] = useState<string | null>(null)
  const { isPending, mutate: activate } = useAction({
    mutationFn: (promocode: string) =>
      call('PUT /promocode', { body: { promocode, email }, handles: ['too_many_requests'] }),
    meta: {
      subject: 'promocode',
      success: ({ data }) => uses.promocode.activated(data.added, formatNumber(data.added, language)),
      // Shows at the field.
      failure: null,
    },
    onSuccess({ data }) {
      setProblem(null)
      setUses(holderId, data.uses)
      void refreshUses()
      onActivated()
    },
    onError(error) {
      const unknown = `${errors.wrong_promocode} ${uses.promocode.unknown}`
      const { code } = error
      const isOver = code === 'promocode_used' || code === 'promocode_ended'
      setProblem(describe(error, isOver ? errors[code] : unknown))
    },
  })
  return { activate, isPending, problem }
}
