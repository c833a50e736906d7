import type { RemoteCaptchaName } from '#test/support/captcha-verifiers.ts'

/** A file of a captcha provider: its type and content. */
export type ProviderFile = readonly [type: string, content: string]

/** Addresses under the base, as the real providers have them; recaptcha's script lies beside its base. */
const SCRIPTS: Readonly<Record<RemoteCaptchaName, string>> = {
  turnstile: '/turnstile/v0/api.js',
  smartcaptcha: '/captcha.js',
  recaptcha: '/recaptcha/api.js',
}
export const BASES: Readonly<Record<RemoteCaptchaName, string>> = {
  turnstile: '/turnstile/v0',
  smartcaptcha: '',
  recaptcha: '/recaptcha/api',
}
const FRAMES: Readonly<Record<RemoteCaptchaName, string>> = {
  turnstile: '/cdn-cgi/frame.html',
  smartcaptcha: '/frame.html',
  recaptcha: '/recaptcha/api2/anchor.html',
}

/**
 * What a provider's page part is made of: a script with the provider's own interface, and a frame with a box to tick that
 * hands solutions out. Two more buttons make the solution too old, and the widget fail. Their options as the page gave
 * them stand in the frame's text.
 */
export function widgetFiles(provider: RemoteCaptchaName): ReadonlyMap<string, ProviderFile> {
  return new Map<string, ProviderFile>([
    [
      SCRIPTS[provider],
      ['text/javascript', `(${INTERFACES[provider]})((${drawSource})('${FRAMES[provider]}'))`],
    ],
    [FRAMES[provider], ['text/html; charset=utf-8', FRAME]],
  ])
}

/** Makes `draw(place, options, listeners)`, which every interface is built on. @returns also what takes it away */
const drawSource = `(frameAddress) => {
  const origin = new URL(document.currentScript.src).origin
  return (place, options, listeners) => {
    const frame = document.createElement('iframe')
    frame.title = 'captcha'
    frame.src = origin + frameAddress + '#' + encodeURIComponent(JSON.stringify(options))
    Object.assign(frame.style, { width: '100%', height: '74px', border: '1px solid' })
    addEventListener('message', (event) => {
      if (event.source === frame.contentWindow) listeners[event.data.name]?.(event.data.token)
    })
    place.append(frame)
    return frame
  }
}`

/** As the documentation of each tells. Turnstile throws errors that nobody listens to. */
const INTERFACES: Readonly<Record<RemoteCaptchaName, string>> = {
  turnstile: `(draw) => {
    const widgets = new Map()
    window.turnstile = {
      render: (place, options) => {
        const id = 'cf-' + widgets.size
        widgets.set(id, draw(place, options, {
          solved: options.callback,
          expired: options['expired-callback'],
          failed: options['error-callback'] ?? (() => { throw new Error('110200') }),
        }))
        return id
      },
      remove: (id) => widgets.get(id).remove(),
    }
  }`,
  smartcaptcha: `(draw) => {
    const widgets = []
    // The script loads the rest of itself.
    setTimeout(() => {
      window.smartCaptcha = {
        render: (place, options) => {
          const events = {}
          const frame = draw(place, options, {
            solved: options.callback,
            expired: () => events['token-expired']?.(),
            failed: () => events['network-error']?.(),
          })
          return widgets.push({ frame, events }) - 1
        },
        subscribe: (id, event, listener) => { widgets[id].events[event] = listener },
        destroy: (id) => widgets[id].frame.remove(),
      }
    }, 200)
  }`,
  recaptcha: `(draw) => {
    window.grecaptcha = {
      ready: (listener) => setTimeout(() => {
        window.grecaptcha.render = (place, options) => {
          draw(place, options, {
            solved: options.callback,
            expired: options['expired-callback'],
            failed: options['error-callback'],
          })
          return 0
        }
        listener()
      }, 200),
    }
  }`,
}

const FRAME = `<!doctype html><html lang="en"><title>captcha</title>
<label><input type="checkbox"> human</label> <button>expire</button> <button>fail</button> <code></code>
<script>
  const tell = (name, token) => parent.postMessage({ name, token }, '*')
  document.querySelector('code').textContent = decodeURIComponent(location.hash.slice(1))
  document.querySelector('input').onchange = () => tell('solved', 'solved-' + crypto.randomUUID())
  const [expire, fail] = document.querySelectorAll('button')
  expire.onclick = () => tell('expired')
  fail.onclick = () => tell('failed')
</script>`
