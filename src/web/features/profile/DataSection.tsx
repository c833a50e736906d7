import { useState } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { hideToast, showToast } from '#web/kit/toasts/toasts.ts'
import styles from './DataSection.module.css'
import { DeleteAccount } from './DeleteAccount.tsx'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'
import { downloadOwnData } from './download-own-data.ts'
import { Section } from '#web/kit/components/Section.tsx'

/** What is kept of the person: to take along, or to have deleted. */
export function DataSection({ email }: { readonly email: string }) {
  const { profile, ...texts } = useTexts()
  const { data } = profile
  const { language } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    setIsBusy(true)
    try {
      await downloadOwnData()
      void hideToast('own-data')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const text = describeRefusal(error, { ...texts, language, otherwise: data.failed })
      void showToast({ kind: 'error', text, id: 'own-data', reason: error })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Section title={data.title}>
      <p className={styles.lead}>{data.lead}</p>
      <div className={styles.actions}>
        <Button isBusy={isBusy} onClick={() => void download()}>
          {data.download}
        </Button>
        <DeleteAccount email={email} />
      </div>
    </Section>
  )
}
