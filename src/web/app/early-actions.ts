declare global {
  interface Window {
    /** Set by `index.html`: the last button pressed before the scripts loaded, or the one that submits a form. */
    pressedEarly?: Element | null | 'over'
  }
}

/**
 * Repeats the last press made before the scripts loaded, so that none is lost. Call it when the frame of the page hydrates,
 * and again when the page itself does, which React may do later.
 */
export function replayEarlyPress(part: 'frame' | 'page'): void {
  const { pressedEarly } = window
  const isInPage = pressedEarly instanceof HTMLElement && pressedEarly.closest('main') !== null
  if (part === 'page') window.pressedEarly = 'over'
  if (!(pressedEarly instanceof HTMLElement) || isInPage !== (part === 'page')) return
  // After hydration has finished.
  queueMicrotask(() => pressedEarly.isConnected && pressedEarly.click())
}

/**
 * Repeats what was ticked or chosen before the scripts loaded: hydration leaves it in the fields, but tells nobody, so that
 * the next rendering would clear them. Text fields do it themselves (`useTypedEarly`). Call it when the page hydrates.
 */
export function replayEarlyInput(): void {
  for (const field of document.querySelectorAll('input, select')) {
    if (field instanceof HTMLSelectElement) {
      if (field.selectedOptions[0]?.defaultSelected === false)
        field.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
      if (field.checked === field.defaultChecked) continue
      // React only reports what differs from what was set last.
      field.checked = field.defaultChecked
      field.click()
    }
  }
}
