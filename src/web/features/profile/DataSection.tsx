import { useAction } from '#web/kit/actions/use-action.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Actions, Lead } from '#web/kit/components/layout.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Section } from '#web/kit/components/Section.tsx'
import { call } from '#web/kit/api/call.ts'

/** What is kept of the person: to take along, or to have deleted. */
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

/** Has the browser keep everything that the product has of the person, as a file that people can read. @throws CallError */
async function downloadOwnData(): Promise<void> {
  const data = await call('GET /account/export', { handles: ['too_many_requests'] })
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = FILE_NAME
  link.click()
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(address))
}
