import { useSyncExternalStore } from 'react'

/** `system` follows the device. */
const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

// The page's inline script reads the same key before the first paint.
const KEY = 'theme'
const listeners = new Set<() => void>()

/** The chosen theme and a setter; the choice is stored in this browser. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme, () => 'system'), chooseTheme]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return THEMES.find((known) => known === theme) ?? 'system'
}

function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // A browser without storage still changes the theme of this page.
  }
  for (const listener of listeners) listener()
}

const DARK = '(prefers-color-scheme: dark)'

/** Whether the page is dark, by choice or by the device's setting. */
export function useIsDark(): boolean {
  const [theme] = useTheme()
  const isDeviceDark = useSyncExternalStore(
    subscribeToDevice,
    () => matchMedia(DARK).matches,
    () => false,
  )
  return theme === 'system' ? isDeviceDark : theme === 'dark'
}

/** The theme that looks different from the current one: every press is seen. */
export function otherTheme(): Theme {
  const theme = readTheme()
  const isDeviceDark = matchMedia(DARK).matches
  const isDark = theme === 'system' ? isDeviceDark : theme === 'dark'
  return isDark !== isDeviceDark ? 'system' : isDark ? 'light' : 'dark'
}

function subscribeToDevice(listener: () => void): () => void {
  const query = matchMedia(DARK)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
