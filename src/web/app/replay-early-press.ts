declare global {
  interface Window {
    /** Set by `index.html`: the last button pressed before the scripts loaded. */
    pressedEarly?: Element | null | 'over'
  }
}

/** Repeats a press made before the scripts loaded, so that none is lost. Call it at hydration. */
export function replayEarlyPress(): void {
  const { pressedEarly } = window
  window.pressedEarly = 'over'
  if (!(pressedEarly instanceof HTMLElement)) return
  // After hydration has finished.
  queueMicrotask(() => pressedEarly.isConnected && pressedEarly.click())
}
