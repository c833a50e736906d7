import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Language } from '#shared/i18n/messages.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { useIsDark } from '#web/kit/components/theme.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './Captcha.module.css'
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

/** A captcha whose widget is provided by an outside service. */
export interface RemoteCaptcha {
  readonly provider: string
  readonly siteKey: string
  readonly script: string
}

interface WidgetOptions {
  readonly language: Language
  readonly theme: 'light' | 'dark'
  readonly onSolved: (payload: string) => void
  /** Called when the solution has expired. */
  readonly onExpired: () => void
  /** Called when the widget cannot recover by itself. */
  readonly onFailed: () => void
}

type Render = (place: HTMLElement, options: Readonly<Record<string, unknown>>) => string | number

/** The globals that the providers' scripts define. */
interface Providers {
  /** https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
  readonly turnstile?: { readonly render: Render; readonly remove: (widget: string | number) => void }
  /** https://yandex.cloud/en/docs/smartcaptcha/concepts/widget-methods */
  readonly smartCaptcha?: {
    readonly render: Render
    readonly subscribe: (widget: string | number, event: string, listener: () => void) => void
    readonly destroy: (widget: string | number) => void
  }
  /** https://developers.google.com/recaptcha/docs/display */
  readonly grecaptcha?: { readonly ready?: (listener: () => void) => void; readonly render: Render }
}

/** Below these widths, in px, widgets that have a compact form use it. */
const FULL_WIDTH = { turnstile: 300, recaptcha: 304 }
const API_MS = 10_000
const LOOK_MS = 50

/**
 * Draws a provider's widget, whose script has loaded.
 * @returns a function that removes it
 * @throws when the script did not define it
 */
async function showWidget(
  { provider, siteKey }: RemoteCaptcha,
  place: HTMLElement,
  { language, theme, onSolved, onExpired, onFailed }: WidgetOptions,
): Promise<() => void> {
  const common = { sitekey: siteKey, callback: onSolved }
  const closed = { 'expired-callback': onExpired, 'error-callback': onFailed }
  switch (provider) {
    case 'turnstile': {
      const client = await waitForGlobal(({ turnstile }) => turnstile)
      const size = place.clientWidth < FULL_WIDTH.turnstile ? 'compact' : 'flexible'
      // Without an error listener, the widget throws uncaught errors.
      const widget = client.render(place, { ...common, ...closed, language, theme, size })
      return () => client.remove(widget)
    }
    case 'smartcaptcha': {
      const client = await waitForGlobal(({ smartCaptcha }) => smartCaptcha)
      const widget = client.render(place, { ...common, hl: language })
      client.subscribe(widget, 'token-expired', onExpired)
      client.subscribe(widget, 'network-error', onFailed)
      client.subscribe(widget, 'javascript-error', onFailed)
      return () => client.destroy(widget)
    }
    case 'recaptcha': {
      const ready = await waitForGlobal(({ grecaptcha }) => grecaptcha?.ready)
      await new Promise<void>((resolve) => ready(resolve))
      const client = await waitForGlobal(({ grecaptcha }) => grecaptcha)
      const size = place.clientWidth < FULL_WIDTH.recaptcha ? 'compact' : 'normal'
      client.render(place, { ...common, ...closed, hl: language, theme, size })
      // It can only be removed with its container.
      return () => {}
    }
    default:
      throw new Error('The widget of this captcha is unknown')
  }
}

/** A script may load others before its API is available. */
async function waitForGlobal<T>(find: (providers: Providers) => T | undefined): Promise<T> {
  const end = performance.now() + API_MS
  for (;;) {
    const found = find(window as Providers)
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error('The script of the captcha defined no widget')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
