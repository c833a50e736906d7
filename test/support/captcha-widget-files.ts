import type { RemoteCaptchaName } from '#test/support/captcha-verifiers.ts'

/** A file of a captcha provider: its type and content. */
export type ProviderFile = readonly [type: string, content: string]

/** URLs below the base, like those of the real providers; recaptcha's script is outside its base. */
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
 * The files of a provider's widget: a script with the provider's own interface, and a frame with a checkbox that returns
 * solutions. Two more buttons expire the solution and make the widget fail. The frame's text contains the options that the
 * page gave.
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

/** Defines `draw(place, options, listeners)`, on which every interface is built. @returns also what removes it */
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

/** As each provider documents it. Turnstile throws errors that have no listener. */
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
