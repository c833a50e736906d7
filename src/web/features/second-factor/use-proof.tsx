import { type ReactElement, useRef, useState } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { PasswordForm } from './PasswordForm.tsx'

interface Proof {
  /** Does what may need a fresh proof; after one that was refused for lack of it, asks for the password and does it again. */
  readonly prove: <T>(work: () => Promise<T>) => Promise<T>
  /** Where the password is asked for. */
  readonly dialog: ReactElement
}

/** Asks for the password where the server demands a fresh proof of who is there. */
export function useProof(): Proof {
  const { common, secondFactor } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const asked = useRef<((isProved: boolean) => void) | null>(null)
  const end = (isProved: boolean) => {
    setIsOpen(false)
    asked.current?.(isProved)
    asked.current = null
  }
  return {
    async prove(work) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof CallError && error.code === 'password_required')) throw error
        setIsOpen(true)
        const isProved = await new Promise<boolean>((resolve) => {
          asked.current = resolve
        })
        if (!isProved) throw error
        return work()
      }
    },
    dialog: (
      <Dialog
        title={secondFactor.proof.title}
        closeLabel={common.close}
        isOpen={isOpen}
        onClose={() => end(false)}
        place="side"
      >
        <ProofForm onProved={() => end(true)} onLeave={() => end(false)} />
      </Dialog>
    ),
  }
}

function ProofForm({ onProved, onLeave }: { readonly onProved: () => void; readonly onLeave: () => void }) {
  const { errors, secondFactor } = useTexts()
  const { proof } = secondFactor
  const { isPending, mutate } = useAction({
    mutationFn: (password: string) =>
      call('POST /sessions/proof', { body: { password }, handles: ['too_many_requests'] }),
    meta: { subject: 'proof', failure: errors.invalid_credentials },
    onSuccess: onProved,
  })
  return (
    <PasswordForm
      button={proof.button}
      isBusy={isPending}
      onConfirm={(password) => mutate(password ?? '')}
      onLeave={onLeave}
    >
      <Lead>{proof.lead}</Lead>
    </PasswordForm>
  )
}
