import { useState } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Actions, Lead, Section } from '#web/kit/components/layout.tsx'
import { LocalInbox } from '#web/features/accounts/LocalInbox.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useDeletionLink } from './use-deletion-link.ts'

/** The person's stored data: to download or to delete. */
export function DataSection({ email }: { readonly email: string }) {
  const { data } = useTexts().profile
  const { isBusy, run } = useAction({ subject: 'own-data', failure: data.failed })
  return (
    <Section title={data.title}>
      <Lead>{data.lead}</Lead>
      <Actions>
        <Button isBusy={isBusy} onClick={() => void run(downloadOwnData)}>
          {data.download}
        </Button>
        <DeleteAccount email={email} />
      </Actions>
    </Section>
  )
}

const FILE_NAME = 'channelbook-account.json'

/** Downloads everything that the product stores of the person, as a readable file. @throws CallError */
async function downloadOwnData(): Promise<void> {
  const data = await call('GET /account/export', { handles: ['too_many_requests'] })
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = FILE_NAME
  link.click()
  // By then the download holds its own reference to the file.
  setTimeout(() => URL.revokeObjectURL(address))
}

/** Asks for confirmation, then sends the deletion link. */
function DeleteAccount({ email }: { readonly email: string }) {
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
