import { local } from '#shared/i18n/server-texts.ts'

const labels = JSON.stringify({ en: local.en.identity.button, ru: local.ru.identity.button })

/** The part of `google.accounts.id` that pages use: initialize, renderButton, and a popup that returns a token. */
export const CLIENT_SCRIPT = `{
  const labels = ${labels}
  // The chooser is at this script's origin, which is not the page's.
  const home = new URL(document.currentScript.src).origin
  const look = {
    font: '500 14px/1 system-ui, sans-serif', minHeight: '44px', padding: '0 16px', borderRadius: '4px', cursor: 'pointer',
  }
  const themes = {
    outline: { background: '#fff', color: '#1f1f1f', border: '1px solid #747775' },
    filled_black: { background: '#131314', color: '#e3e3e3', border: '1px solid #8e918f' },
  }
  let settings = {}
  let popup = null
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== home || source !== popup || typeof data?.credential !== 'string') return
    settings.callback({ credential: data.credential, select_by: 'btn' })
  })
  const open = () => {
    const query = new URLSearchParams({
      client_id: settings.client_id, nonce: settings.nonce ?? '', origin: location.origin,
    })
    popup = window.open(home + '/local/google/choose?' + query, 'local-google', 'width=480,height=640')
  }
  const renderButton = (parent, { locale = 'en', theme = 'outline', width } = {}) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = labels[locale] ?? labels.en
    Object.assign(button.style, look, themes[theme], width ? { width: width + 'px' } : {})
    button.addEventListener('click', open)
    parent.replaceChildren(button)
  }
  window.google = { accounts: { id: { initialize: (given) => { settings = given }, renderButton, cancel() {} } } }
}
`
