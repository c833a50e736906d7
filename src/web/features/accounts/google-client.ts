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
export function googleClient(): GoogleClient | null {
  return (window as { readonly google?: GoogleClient }).google ?? null
}
