import { keptInBrowser } from '#web/kit/stores/storage.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'
import { useMedia } from './motion.ts'

/** `system` follows the device. */
const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

// The page's inline script reads the same key before the first paint.
const kept = keptInBrowser('theme')

/** What the page shows, whatever another tab has chosen since. */
const shown = createStore<Theme>('system', {
  in: {
    read: () => document.documentElement.dataset['theme'] ?? null,
    write(theme) {
      if (theme === null) delete document.documentElement.dataset['theme']
      else document.documentElement.dataset['theme'] = theme
      return kept.write(theme)
    },
  },
  parse: (theme) => THEMES.find((known) => known === theme) ?? 'system',
  format: (theme) => (theme === 'system' ? null : theme),
})

/** The chosen theme and a setter; the choice is stored in this browser. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useStore(shown), shown.set]
}

const DARK = '(prefers-color-scheme: dark)'

/** Whether the page is dark, by choice or by the device's setting. */
export function useIsDark(): boolean {
  const theme = useStore(shown)
  const isDeviceDark = useMedia(DARK)
  return theme === 'system' ? isDeviceDark : theme === 'dark'
}

/** The theme that looks different from the current one: every press is seen. */
export function otherTheme(): Theme {
  const theme = shown.get()
  const isDeviceDark = matchMedia(DARK).matches
  const isDark = theme === 'system' ? isDeviceDark : theme === 'dark'
  return isDark !== isDeviceDark ? 'system' : isDark ? 'light' : 'dark'
}
