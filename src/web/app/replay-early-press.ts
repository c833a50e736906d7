declare global {
  interface Window {
    /** Set by `index.html`: the button pressed last, as long as nothing here could answer. */
    pressedEarly?: Element | null | 'over'
  }
}

/** Presses the button that was pressed in vain before this script had come, so that no press is lost. To be called as the page is taken over. */
export function replayEarlyPress(): void {
  const { pressedEarly } = window
  window.pressedEarly = 'over'
  if (!(pressedEarly instanceof HTMLElement)) return
  // Once what is being taken over stands.
  queueMicrotask(() => pressedEarly.isConnected && pressedEarly.click())
}
