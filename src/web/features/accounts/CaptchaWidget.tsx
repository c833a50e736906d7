import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import styles from './Captcha.module.css'
import { type RemoteCaptcha, showWidget } from './captcha-widgets.ts'
import { useProviderScript } from './use-provider-script.ts'

interface CaptchaWidgetProps {
  readonly captcha: RemoteCaptcha
  readonly isSolved: boolean
  readonly onSolved: (payload: string) => void
}

/** The widget of a captcha provider. What it gave is good once, so it comes anew when there is no solution any more. */
export function CaptchaWidget({ captcha, isSolved, onSolved }: CaptchaWidgetProps) {
  const { captcha: texts } = useTexts().accounts
  const { language } = useLanguage()
  const script = useProviderScript(captcha.script)
  const place = useRef<HTMLDivElement>(null)
  const [isFailed, setIsFailed] = useState(false)
  const solve = useEffectEvent(onSolved)
  const fail = useEffectEvent(() => setIsFailed(true))

  useEffect(() => {
    if (script !== 'ready' || isSolved || place.current === null) return
    const inner = document.createElement('div')
    place.current.replaceChildren(inner)
    let isGone = false
    showWidget(captcha, inner, {
      language,
      onSolved: (payload) => !isGone && solve(payload),
    }).catch(() => !isGone && fail())
    return () => {
      isGone = true
    }
  }, [script, isSolved, captcha, language])

  const isBroken = isFailed || script === 'failed'
  return (
    <div className={styles.captcha}>
      <div ref={place} className={styles.widget} />
      <p className={styles.widgetHint} role="status">
        {isBroken ? texts.failed : isSolved && texts.solved}
      </p>
    </div>
  )
}
