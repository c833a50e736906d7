// First, because they set the order of the style layers.
import '#web/kit/styles/base.css'
import '#web/kit/styles/fonts.css'
import '#web/kit/styles/tokens.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { asLanguage, LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { PAGES } from '#shared/pages.ts'
import { parseAddress } from '#shared/paths.ts'
import { App } from './App.tsx'
import { PAGE_CODE } from './page-code.ts'
import { loadStartTexts, loadTexts } from '#web/kit/texts/texts.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import type { Served } from '#web/kit/texts/hydration.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')

const served: Served =
  root.dataset['served'] === 'page' ? 'page' : root.dataset['served'] === 'shell' ? 'shell' : 'nothing'
const { page: named, language: inAddress } = parseAddress(window.location.pathname)
// To everybody but operators the server answers that there is no such page.
const page = named === 'console' && served === 'page' ? null : named
const language = served === 'nothing' ? negotiated() : (asLanguage(document.documentElement.lang) ?? 'en')
document.documentElement.lang = language

const router = (children: Elements) => (
  <BrowserRouter basename={inAddress === null ? '/' : `/${inAddress}`}>{children}</BrowserRouter>
)
if (document.querySelector<HTMLMetaElement>('meta[name="tracing"]')?.content === 'on')
  void import('#web/kit/api/trace-presses.ts').then(({ tracePresses }) => tracePresses())
// Not awaited at the top level: the page's code, which it waits for, imports the file that this module is in.
void start(root)

async function start(element: HTMLElement): Promise<void> {
  // With its code loaded, the page hydrates in one go. A failure shows when it renders.
  const [startTexts, whole] = await Promise.all([
    loadStartTexts(language),
    page !== null && PAGES[page].texts === 'start' ? null : loadTexts(language),
    PAGE_CODE[page ?? 'notFound'].preload().catch(() => null),
  ])
  const app = (
    <App
      speech={{ language, start: startTexts, whole }}
      served={served}
      hasConsole={page === 'console'}
      router={router}
    />
  )
  if (served === 'nothing') createRoot(element).render(app)
  else hydrateRoot(element, app)
}

/** In development the server has not chosen the page's language: same order as on the server. */
function negotiated(): Language {
  const chosen = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${LANGUAGE_COOKIE}=`))
    ?.slice(LANGUAGE_COOKIE.length + 1)
  return inAddress ?? negotiateLanguage(chosen, navigator.languages.join(','))
}
