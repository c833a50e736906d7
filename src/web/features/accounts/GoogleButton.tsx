import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '#web/kit/api/call.ts'
import { useIsDark } from '#web/kit/components/theme.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import styles from './OtherWays.module.css'
import type { Provider } from './use-identity.ts'
import { useProviderScript } from './use-provider-script.ts'

const WIDTH = { min: 200, max: 400 }

interface GoogleButtonProps {
  readonly provider: Provider
  /** Receives the provider's credential, valid for one attempt. */
  readonly onCredential: (credential: string) => void
  /** It did not load. */
  readonly onFailed: () => void
}

/** Google's own button. */
export function GoogleButton({ provider, onCredential, onFailed }: GoogleButtonProps) {
  const { language } = useLanguage()
  const isDark = useIsDark()
  const script = useProviderScript(provider.script)
  const place = useRef<HTMLDivElement>(null)
  const { clientId } = provider
  const fail = useEffectEvent(onFailed)
  const receive = useEffectEvent(onCredential)

  useEffect(() => {
    const client = googleClient()
    if (script !== 'ready' || clientId === null || client === null) return
    const abort = new AbortController()
    const show = async () => {
      const { data } = await call('GET /auth/google/nonce', { signal: abort.signal })
      if (abort.signal.aborted || place.current === null) return
      client.accounts.id.initialize({
        client_id: clientId,
        nonce: data.nonce,
        callback: ({ credential }) => {
          if (credential !== undefined && !abort.signal.aborted) receive(credential)
        },
        auto_select: false,
        ux_mode: 'popup',
      })
      const at = place.current
      drawAsWideAs(at, abort.signal, (width) =>
        client.accounts.id.renderButton(at, {
          type: 'standard',
          theme: isDark ? 'filled_black' : 'outline',
          size: 'large',
          text: 'signin_with',
          locale: language,
          width,
        }),
      )
    }
    show().catch(() => !abort.signal.aborted && fail())
    return () => abort.abort()
  }, [script, clientId, language, isDark])

  useEffect(() => {
    if (script === 'failed') fail()
  }, [script])

  return <div ref={place} className={styles.place} />
}

/** The provider's button has a width in pixels, so it is redrawn when its container's width changes. */
function drawAsWideAs(place: HTMLElement, signal: AbortSignal, draw: (width: number) => void): void {
  let drawn = 0
  const watcher = new ResizeObserver(() => {
    const width = Math.min(WIDTH.max, Math.max(WIDTH.min, Math.floor(place.clientWidth)))
    if (width === drawn || !place.isConnected) return
    drawn = width
    place.replaceChildren()
    draw(width)
  })
  // Reports the first size immediately.
  watcher.observe(place)
  signal.addEventListener('abort', () => watcher.disconnect())
}

/** The used part of the globals of Google's script: https://developers.google.com/identity/gsi/web/reference/js-reference */
interface GoogleClient {
  readonly accounts: {
    readonly id: {
      initialize(settings: {
        readonly client_id: string
        readonly nonce: string
        readonly callback: (answer: { readonly credential?: string }) => void
        readonly auto_select: boolean
        readonly ux_mode: 'popup'
      }): void
      renderButton(
        place: HTMLElement,
        look: {
          readonly type: 'standard'
          readonly theme: 'outline' | 'filled_black'
          readonly size: 'large'
          readonly text: 'signin_with'
          readonly locale: string
          readonly width: number
        },
      ): void
    }
  }
}

/** The loaded client; null before its script has run. */
function googleClient(): GoogleClient | null {
  return (window as { readonly google?: GoogleClient }).google ?? null
}
