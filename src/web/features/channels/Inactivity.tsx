import { daysInactive } from '#shared/rules/filters.ts'
import { LogInFirst } from '#web/features/accounts/LogInPrompt.tsx'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { showToast } from '#web/kit/toasts/toasts.tsx'
import styles from './Inactivity.module.css'
import { type Channel, reportAlive } from './use-channel.ts'

/** Subject of the notifications. */
const TOAST = 'alive'

/** Why a channel counts as inactive, and a way to say that it does not; nothing for other channels. */
export function Inactivity({ channel }: { readonly channel: Channel }) {
  const texts = useTexts().channels.inactive
  const { language } = useLanguage()
  const { status } = useSession()
  const { isBusy, run } = useAction({ subject: TOAST, loading: texts.asking, failure: texts.failed })
  const { lastUploadAt, uploadsCheckedAt } = channel
  if (lastUploadAt === null || uploadsCheckedAt === null) return null
  const days = daysInactive(new Date(lastUploadAt), new Date(uploadsCheckedAt))
  if (days === null) return null
  const report = () => {
    if (status === 'out') {
      void showToast({ kind: 'error', text: <LogInFirst toast={TOAST} />, id: TOAST })
      return
    }
    void run(() => reportAlive(channel.channelId), {
      success: ({ isAsked, lastUploadAt: latest }) => {
        if (!isAsked) return { kind: 'error', text: texts.notAsked }
        const hasNews = latest !== null && latest !== lastUploadAt
        return hasNews ? texts.found(formatDate(latest, language)) : texts.notFound
      },
    })
  }
  return (
    <div className={styles.note}>
      <Icon name="clock" />
      <p>
        <strong>{texts.title(days, formatNumber(days, language), formatDate(lastUploadAt, language))}</strong>{' '}
        {texts.text(formatDate(uploadsCheckedAt, language))}
      </p>
      <Button size="small" isBusy={isBusy} onClick={report}>
        {texts.report}
      </Button>
    </div>
  )
}
