/** What Google's script puts into the page, as far as it is used here: https://developers.google.com/identity/gsi/web/reference/js-reference */
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

/** The loaded client, or null before its script ran. */
export function googleClient(): GoogleClient | null {
  return (window as { readonly google?: GoogleClient }).google ?? null
}
