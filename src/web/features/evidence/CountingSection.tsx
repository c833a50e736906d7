import { saveFile } from '#web/kit/actions/save-file.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Actions, Note, Section } from '#web/kit/components/layout.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './TrustPage.module.css'
import type { Trust } from './use-trust.ts'

/** How the statistics are counted, and the statistics as a file. @param statistics null while they are being loaded */
export function CountingSection({ statistics }: { readonly statistics: Trust | null }) {
  const { counting } = useTexts().trust
  return (
    <Section title={counting.title}>
      <ul className={styles.rules}>
        <li>{counting.few}</li>
        <li>{counting.months}</li>
        <li>{counting.rounded}</li>
        <li>{counting.catalogue}</li>
      </ul>
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
