import type { Language } from '#shared/i18n/messages.ts'

/** A captcha whose widget comes from its provider. */
export interface RemoteCaptcha {
  readonly provider: string
  readonly siteKey: string
  readonly script: string
}

interface WidgetOptions {
  readonly language: Language
  readonly onSolved: (payload: string) => void
}

type Render = (place: HTMLElement, options: Readonly<Record<string, unknown>>) => unknown

/** What the providers' scripts put into the page. */
interface Providers {
  readonly turnstile?: { readonly render: Render }
  readonly smartCaptcha?: { readonly render: Render }
  readonly grecaptcha?: { readonly ready: (listener: () => void) => void; readonly render: Render }
}

/**
 * Draws a provider's widget, whose script has been loaded.
 * @throws when the script did not bring it
 */
export async function showWidget(
  { provider, siteKey }: RemoteCaptcha,
  place: HTMLElement,
  { language, onSolved }: WidgetOptions,
): Promise<void> {
  const { turnstile, smartCaptcha, grecaptcha } = window as Providers
  switch (provider) {
    case 'turnstile':
      required(turnstile).render(place, { sitekey: siteKey, callback: onSolved, language, size: 'flexible' })
      return
    case 'smartcaptcha':
      required(smartCaptcha).render(place, { sitekey: siteKey, callback: onSolved, hl: language })
      return
    case 'recaptcha': {
      const client = required(grecaptcha)
      await new Promise<void>((resolve) => client.ready(resolve))
      client.render(place, { sitekey: siteKey, callback: onSolved, hl: language })
      return
    }
    default:
      throw new Error('Nobody knows the widget of this captcha')
  }
}

function required<T>(client: T | undefined): T {
  if (client === undefined) throw new Error('The script of the captcha brought no widget')
  return client
}
