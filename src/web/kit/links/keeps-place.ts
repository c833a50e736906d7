/** State of a navigation that changes only what a page shows: it moves neither the page nor the focus. */
export const KEEPS_PLACE = { keepsPlace: true } as const

/** Whether a navigation was marked so. @param state a location's state */
export function keepsPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsPlace' in state
}
