import type { Language } from '#shared/i18n/messages.ts'

/** A captcha whose widget comes from its provider. */
export interface RemoteCaptcha {
  readonly provider: string
  readonly siteKey: string
  readonly script: string
}

interface WidgetOptions {
  readonly language: Language
  readonly theme: 'light' | 'dark'
  readonly onSolved: (payload: string) => void
  /** What it gave is too old. */
  readonly onExpired: () => void
  /** It cannot go on by itself. */
  readonly onFailed: () => void
}

type Render = (place: HTMLElement, options: Readonly<Record<string, unknown>>) => string | number

/** What the providers' scripts put into the page. */
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

/** Below these widths in px the widgets that have a smaller shape take it. */
const FULL_WIDTH = { turnstile: 300, recaptcha: 304 }
const API_MS = 10_000
const LOOK_MS = 50

/**
 * Draws a provider's widget, whose script has been loaded.
 * @returns what takes it away
 * @throws when the script did not bring it
 */
export async function showWidget(
  { provider, siteKey }: RemoteCaptcha,
  place: HTMLElement,
  { language, theme, onSolved, onExpired, onFailed }: WidgetOptions,
): Promise<() => void> {
  const common = { sitekey: siteKey, callback: onSolved }
  const closed = { 'expired-callback': onExpired, 'error-callback': onFailed }
  switch (provider) {
    case 'turnstile': {
      const client = await brought(({ turnstile }) => turnstile)
      const size = place.clientWidth < FULL_WIDTH.turnstile ? 'compact' : 'flexible'
      // Without a listener for errors it throws them into the page.
      const widget = client.render(place, { ...common, ...closed, language, theme, size })
      return () => client.remove(widget)
    }
    case 'smartcaptcha': {
      const client = await brought(({ smartCaptcha }) => smartCaptcha)
      const widget = client.render(place, { ...common, hl: language })
      client.subscribe(widget, 'token-expired', onExpired)
      client.subscribe(widget, 'network-error', onFailed)
      client.subscribe(widget, 'javascript-error', onFailed)
      return () => client.destroy(widget)
    }
    case 'recaptcha': {
      const ready = await brought(({ grecaptcha }) => grecaptcha?.ready)
      await new Promise<void>((resolve) => ready(resolve))
      const client = await brought(({ grecaptcha }) => grecaptcha)
      const size = place.clientWidth < FULL_WIDTH.recaptcha ? 'compact' : 'normal'
      client.render(place, { ...common, ...closed, hl: language, theme, size })
      // It has no way to be taken away but with its place.
      return () => {}
    }
    default:
      throw new Error('Nobody knows the widget of this captcha')
  }
}

/** A script may load further ones before what it promises is there. */
async function brought<T>(find: (providers: Providers) => T | undefined): Promise<T> {
  const end = performance.now() + API_MS
  for (;;) {
    const found = find(window as Providers)
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error('The script of the captcha brought no widget')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
