/** State of a navigation that changes only a page's content: it moves neither the scroll position nor the focus. */
export const KEEPS_PLACE = { keepsPlace: true } as const

/** Whether a navigation has this state. @param state a location's state */
export function keepsPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsPlace' in state
}
