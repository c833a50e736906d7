import { useState } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import type { UserInformation } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { InputPanel } from '#web/kit/components/InputPanel.tsx'
import { Section } from '#web/kit/components/layout.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { refreshUses, setUses } from './use-uses-history.ts'

/** The form for a promocode. */
export function PromocodeSection({ person }: { readonly person: UserInformation }) {
  const { uses, common } = useTexts()
  const { promocode } = uses
  const [isOpen, setIsOpen] = useState(false)
  const { activate, isBusy, problem } = usePromocode(person.email, () => setIsOpen(false))
  return (
    <Section title={promocode.title}>
      <p>{promocode.lead}</p>
      <div>
        <Button onClick={() => setIsOpen(true)}>{promocode.open}</Button>
      </div>
      <InputPanel
        title={promocode.panel}
        closeLabel={common.close}
        confirmLabel={promocode.confirm}
        label={promocode.label}
        hint={promocode.hint}
        name="promocode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        problem={problem}
        isBusy={isBusy}
        onConfirm={(value) => void activate(value)}
      />
    </Section>
  )
}

/** Activates promocodes. @param onActivated called after a promocode has given its uses */
function usePromocode(email: string, onActivated: () => void) {
  const { uses, errors, fieldProblems } = useTexts()
  const { language } = useLanguage()
  /** Why the last one was refused; null when it was accepted. */
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useAction({
    subject: 'promocode',
    // Shows at the field.
    failure: () => null,
  })

  const activate = async (promocode: string) => {
    if (promocode.trim() === '') return setProblem(fieldProblems.required)
    const body = { promocode, email }
    await run(() => call('PUT /promocode', { body, handles: ['too_many_requests'] }), {
      success: ({ data }) => uses.promocode.activated(data.added, formatNumber(data.added, language)),
      onDone: ({ data }) => {
        setProblem(null)
        setUses(data.uses)
        void refreshUses()
        onActivated()
      },
      onFailed: (error, describe) => {
        const unknown = `${errors.wrong_promocode} ${uses.promocode.unknown}`
        const { code } = error
        const isOver = code === 'promocode_used' || code === 'promocode_ended'
        setProblem(describe(error, isOver ? errors[code] : unknown))
      },
    })
  }
  return { activate, isBusy, problem }
}
