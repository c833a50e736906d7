import { saveFile } from '#web/kit/actions/save-file.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Actions, Lead, Note, Section, Stack } from '#web/kit/components/layout.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import type { Trust } from './use-trust.ts'

/** How the statistics are counted, and the statistics as a file. @param statistics null while they are being loaded */
export function CountingSection({ statistics }: { readonly statistics: Trust | null }) {
  const { counting } = useTexts().trust
  return (
    <Section title={counting.title}>
      <Stack gap={3}>
        <Lead>{counting.few}</Lead>
        <Lead>{counting.months}</Lead>
        <Lead>{counting.rounded}</Lead>
        <Lead>{counting.catalogue}</Lead>
      </Stack>
      <Actions>
        <Button
          size="small"
          disabled={statistics === null}
          onClick={() => statistics !== null && save(statistics)}
        >
          {counting.save}
        </Button>
      </Actions>
      <Note>{counting.api}</Note>
    </Section>
  )
}

function save(statistics: Trust): void {
  const name = `channelbook-trust-${statistics.day}.json`
  saveFile(new File([JSON.stringify(statistics, null, 2)], name, { type: 'application/json' }))
}
