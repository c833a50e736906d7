import { PATHS } from '#shared/paths.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { call } from '#web/kit/api/call.ts'
import { leaveSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
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
  const { accounts, profile } = useTexts()
  const { deletion } = profile
  const { isBusy, run } = useAction({
    subject: 'deletion',
    failure: (error, describe) => {
      if (error.code !== 'wrong_token') return describe(error, accounts.results.wrong)
      onRefused()
      return null
    },
  })
  const remove = () =>
    run(() => call('DELETE /delete', { body: { token }, handles: ['too_many_requests'] }), {
      onDone: () => {
        leaveSession()
        onDeleted()
      },
    })
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
