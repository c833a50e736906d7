import { useState } from 'react'
import { LocalInbox } from '#web/kit/components/LocalInbox.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Actions, Lead } from '#web/kit/components/layout.tsx'
import { useDeletionLink } from './use-deletion-link.ts'

/** Asks for confirmation, then sends the deletion link. */
export function DeleteAccount({ email }: { readonly email: string }) {
  const { common, profile } = useTexts()
  const { deletion } = profile
  const [isOpen, setIsOpen] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const { isBusy, send } = useDeletionLink()
  const ask = async () => {
    if (!(await send(email))) return
    setIsSent(true)
    setIsOpen(false)
  }
  return (
    <>
      <Button icon="bin" onClick={() => setIsOpen(true)}>
        {deletion.button}
      </Button>
      {isSent && <LocalInbox to={email} />}
      <Dialog
        title={deletion.askTitle}
        closeLabel={common.close}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <Lead>{deletion.askText(email)}</Lead>
        <Actions>
          <Button onClick={() => setIsOpen(false)}>{deletion.keep}</Button>
          <Button look="ink" isBusy={isBusy} onClick={() => void ask()}>
            {deletion.sendLink}
          </Button>
        </Actions>
      </Dialog>
    </>
  )
}
