import { beforeSend } from './call.ts'

/** How long (ms) a press owns the calls that follow it; what is asked again by itself later is none of its. */
const OWNS_MS = 10_000
const PRESSES = ['click', 'submit', 'input'] as const

/**
 * From now on calls carry a `traceparent` (W3C Trace Context): those that follow one press share a trace, and `tracestate`
 * says how many milliseconds ago the press was. Loaded only where the server sends traces.
 */
export function tracePresses(): void {
  let pressed: { readonly at: number; readonly trace: string } | null = null
  const onPress = () => (pressed = { at: performance.now(), trace: randomHex(16) })
  for (const kind of PRESSES) addEventListener(kind, onPress, { capture: true, passive: true })
  beforeSend((headers) => {
    if (pressed === null) return
    const ago = Math.round(performance.now() - pressed.at)
    if (ago > OWNS_MS) return
    headers.set('traceparent', `00-${pressed.trace}-${randomHex(8)}-01`)
    headers.set('tracestate', `channelbook=${ago}`)
  })
}

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
