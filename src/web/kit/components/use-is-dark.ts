import { useSyncExternalStore } from 'react'
import { useTheme } from './theme.ts'

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

function subscribeToDevice(listener: () => void): () => void {
  const query = matchMedia(DARK)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
