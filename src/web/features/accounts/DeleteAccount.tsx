import { useState } from 'react'
import { LocalInbox } from '#web/app/LocalInbox.tsx'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { CallError, call } from '#web/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './DataSection.module.css'
import { describeRefusal } from './describe-refusal.ts'

/** Asks, and then has the link mailed with which the account is deleted. */
export function DeleteAccount({ email }: { readonly email: string }) {
  const { accounts, profile, ...texts } = useTexts()
  const { deletion } = profile
  const { language } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const send = async () => {
    setIsBusy(true)
    try {
      const { data } = await call('POST /verification/{action}', {
        params: { action: 'delete' },
        body: { email },
        handles: ['too_many_requests'],
      })
      void showToast(
        data.isUserExists
          ? { kind: 'info', text: accounts.login.linkSent, id: 'deletion' }
          : { kind: 'error', text: deletion.noAccount, id: 'deletion' },
      )
      setIsSent(data.isUserExists)
      setIsOpen(false)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const text = describeRefusal(error, { ...texts, language, otherwise: accounts.results.wrong })
      void showToast({ kind: 'error', text, id: 'deletion', reason: error })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <Button icon="bin" onClick={() => setIsOpen(true)}>
        {deletion.button}
      </Button>
      {isSent && <LocalInbox to={email} />}
      <Dialog
        title={deletion.askTitle}
        closeLabel={texts.common.close}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <p className={styles.lead}>{deletion.askText(email)}</p>
        <div className={styles.actions}>
          <Button onClick={() => setIsOpen(false)}>{deletion.keep}</Button>
          <Button look="ink" isBusy={isBusy} onClick={() => void send()}>
            {deletion.sendLink}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
