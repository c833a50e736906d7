/** State of a navigation that changes only a page's content: it moves neither the scroll position nor the focus. */
export const IN_PLACE = { isInPlace: true } as const

/** Whether a navigation has this state. @param state a location's state */
export function isInPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isInPlace' in state
}
