import { useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Section } from '#web/kit/components/Section.tsx'
import type { UserInformation } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { InputPanel } from '#web/kit/components/InputPanel.tsx'
import { usePromocode } from './use-promocode.ts'

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
