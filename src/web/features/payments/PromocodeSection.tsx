import { useState } from 'react'
import { useTexts } from '#web/app/texts.tsx'
import { ProfileSection } from '#web/features/accounts/ProfileSection.tsx'
import type { UserInformation } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { InputPanel } from '#web/ui/InputPanel.tsx'
import { usePromocode } from './use-promocode.ts'

/** Where a promocode is entered. */
export function PromocodeSection({ person }: { readonly person: UserInformation }) {
  const { payments, common } = useTexts()
  const { promocode } = payments
  const [isOpen, setIsOpen] = useState(false)
  const { activate, isBusy, problem } = usePromocode(person.email, () => setIsOpen(false))
  return (
    <ProfileSection title={promocode.title}>
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
    </ProfileSection>
  )
}
