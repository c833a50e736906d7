import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useIsDark } from '#web/kit/components/use-is-dark.ts'
import { Button } from '#web/kit/components/Button.tsx'
import styles from './Captcha.module.css'
import { type RemoteCaptcha, showWidget } from './captcha-widgets.ts'
import { useProviderScript } from './use-provider-script.ts'

interface CaptchaWidgetProps {
  readonly captcha: RemoteCaptcha
  readonly isSolved: boolean
  readonly onSolved: (payload: string) => void
  readonly onExpired: () => void
  readonly onRetry: () => void
  /** Whether it follows a retry, which removed the focused button. */
  readonly isRetry: boolean
}

/** A captcha provider's widget. A solution works once: the parent renders a new widget when there is no solution any more. */
export function CaptchaWidget({ captcha, isSolved, isRetry, ...listeners }: CaptchaWidgetProps) {
  const { accounts, common } = useTexts()
  const { captcha: texts } = accounts
  const { language } = useLanguage()
  const isDark = useIsDark()
  const script = useProviderScript(captcha.script)
  const place = useRef<HTMLDivElement>(null)
  const [isFailed, setIsFailed] = useState(false)
  const solve = useEffectEvent((payload: string) => {
    setIsFailed(false)
    listeners.onSolved(payload)
  })
  const expire = useEffectEvent(listeners.onExpired)
  const hasSolution = useEffectEvent(() => isSolved)

  useEffect(() => {
    if (isRetry) place.current?.focus()
  }, [isRetry])
  useEffect(() => {
    const at = place.current
    if (script !== 'ready' || at === null || hasSolution()) return
    const inner = document.createElement('div')
    at.replaceChildren(inner)
    let isGone = false
    let remove: (() => void) | null = null
    const fail = () => !isGone && setIsFailed(true)
    showWidget(captcha, inner, {
      language,
      theme: isDark ? 'dark' : 'light',
      onSolved: (payload) => !isGone && solve(payload),
      onExpired: () => !isGone && expire(),
      onFailed: fail,
    }).then((drawn) => (isGone ? drawn() : (remove = drawn)), fail)
    return () => {
      isGone = true
      remove?.()
    }
  }, [script, captcha, language, isDark])

  const isBroken = isFailed || script === 'failed'
  return (
    <div role="group" aria-label={texts.label} className={styles.provided}>
      <div ref={place} tabIndex={-1} className={styles.widget} hidden={script === 'failed'} />
      <p className={styles.widgetHint} role="status">
        {isBroken ? texts.failed : isSolved && texts.solved}
      </p>
      {isBroken && <Button onClick={listeners.onRetry}>{common.retry}</Button>}
    </div>
  )
}
