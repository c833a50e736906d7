import { useMemo } from 'react'
import { useConfig } from '#web/kit/api/config.ts'
import type { RemoteCaptcha } from './captcha-widgets.ts'

/** The provider whose widget this installation shows; null when the captcha is our own, and until it is known. */
export function useRemoteCaptcha(): RemoteCaptcha | null {
  const { provider, siteKey, script } = useConfig()?.captcha ?? {}
  return useMemo(
    () => (provider != null && siteKey != null && script != null ? { provider, siteKey, script } : null),
    [provider, siteKey, script],
  )
}
