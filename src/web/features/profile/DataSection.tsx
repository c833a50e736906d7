import { shownEmail } from '#shared/rules/email.ts'
import { useState } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { saveFile } from '#web/kit/actions/save-file.ts'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Actions, Lead, Section } from '#web/kit/components/layout.tsx'
import { LocalInbox } from '#web/features/accounts/LocalInbox.tsx'
import { useProof } from '#web/features/second-factor/use-proof.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { type UserInformation, useSession } from '#web/kit/api/session.ts'
import { useDeletionLink } from './use-deletion-link.ts'
import { useLosses } from './use-losses.ts'

/** The person's stored data: to download. */
export function DataSection() {
  const { data } = useTexts().profile
  const { prove, dialog } = useProof()
  const { isPending, mutate: download } = useAction({
    mutationFn: () => prove(downloadOwnData),
    meta: { subject: 'own-data', failure: data.failed },
  })
  return (
    <Section title={data.title}>
      <Lead>{data.lead}</Lead>
      <Actions>
        <Button isBusy={isPending} onClick={() => download()}>
          {data.download}
        </Button>
      </Actions>
      {dialog}
    </Section>
  )
}

const FILE_NAME = 'channelbook-account.json'

/** Downloads everything that the product stores of the person, as a readable file. @throws CallError */
async function downloadOwnData(): Promise<void> {
  const data = await call('GET /account/export', { handles: ['too_many_requests'] })
  saveFile(new File([JSON.stringify(data, null, 2)], FILE_NAME, { type: 'application/json' }))
}

/** Deletes the account: asks for confirmation, then sends the deletion link. Apart from everything that is pressed lightly. */
export function DeletionSection({ person: { email, user_id } }: { readonly person: UserInformation }) {
  const { common, profile, teams } = useTexts()
  const teamCount = useSession().userData?.teams.length ?? 0
  const { deletion } = profile
  const [isOpen, setIsOpen] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const { isPending, mutate: send } = useDeletionLink(() => {
    setIsSent(true)
    setIsOpen(false)
  })
  const losses = useLosses(isOpen ? user_id : null)
  return (
    <Section title={deletion.title}>
      <Lead>{deletion.lead}</Lead>
      <Actions>
        <Button icon="bin" onClick={() => setIsOpen(true)}>
          {deletion.button}
        </Button>
      </Actions>
      {isSent && <LocalInbox to={email} />}
      <Dialog
        title={deletion.askTitle}
        closeLabel={common.close}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <p role="status">{losses}</p>
        {teamCount > 0 && <p>{teams.deletion}</p>}
        <Lead>{deletion.askText(shownEmail(email))}</Lead>
        <Actions>
          <Button onClick={() => setIsOpen(false)}>{deletion.keep}</Button>
          <Button look="ink" isBusy={isPending} onClick={() => send(email)}>
            {deletion.sendLink}
          </Button>
        </Actions>
      </Dialog>
    </Section>
  )
}
