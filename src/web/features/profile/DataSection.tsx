import { useAction } from '#web/kit/actions/use-action.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Actions, Lead } from '#web/kit/components/layout.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Section } from '#web/kit/components/Section.tsx'
import { call } from '#web/kit/api/call.ts'

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
