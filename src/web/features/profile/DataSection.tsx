import { useAction } from '#web/kit/actions/use-action.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import styles from './DataSection.module.css'
import { DeleteAccount } from './DeleteAccount.tsx'
import { downloadOwnData } from './download-own-data.ts'
import { Section } from '#web/kit/components/Section.tsx'

/** What is kept of the person: to take along, or to have deleted. */
export function DataSection({ email }: { readonly email: string }) {
  const { data } = useTexts().profile
  const { isBusy, run } = useAction({ subject: 'own-data', failure: data.failed })
  return (
    <Section title={data.title}>
      <p className={styles.lead}>{data.lead}</p>
      <div className={styles.actions}>
        <Button isBusy={isBusy} onClick={() => void run(downloadOwnData)}>
          {data.download}
        </Button>
        <DeleteAccount email={email} />
      </div>
    </Section>
  )
}
