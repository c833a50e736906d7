import { useState } from 'react'
import { PATHS } from '#shared/paths.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { leaveSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { hideToast, showToast } from '#web/kit/toasts/toasts.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'
import styles from './DataSection.module.css'

interface ConfirmDeletionProps {
  /** From the mailed link. */
  readonly token: string
  readonly onDeleted: () => void
  /** The link was used, or is too old. */
  readonly onRefused: () => void
}

/** Says what goes and what stays, and deletes the account when that is wanted. */
export function ConfirmDeletion({ token, onDeleted, onRefused }: ConfirmDeletionProps) {
  const { accounts, profile, ...texts } = useTexts()
  const { deletion } = profile
  const { language } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    try {
      await call('DELETE /delete', { body: { token }, handles: ['too_many_requests'] })
      void hideToast('deletion')
      leaveSession()
      onDeleted()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'wrong_token') return onRefused()
      const text = describeRefusal(error, { ...texts, language, otherwise: accounts.results.wrong })
      void showToast({ kind: 'error', text, id: 'deletion', reason: error })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <div className={styles.words}>
        <p>{deletion.gone}</p>
        <p className={styles.lead}>{deletion.kept}</p>
      </div>
      <div className={styles.actions}>
        <Button look="accent" isBusy={isBusy} onClick={() => void remove()}>
          {deletion.confirm}
        </Button>
        <ButtonLink to={PATHS.search}>{deletion.keep}</ButtonLink>
      </div>
    </>
  )
}
