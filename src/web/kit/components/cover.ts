import { createStore, useStore } from '#web/kit/stores/store.ts'
import type { Elements } from './elements.ts'

const cover = createStore<Elements>(null)

/** Covers the whole page with something, or uncovers it with null. The content and its code come from the features. */
export const setCover = cover.set

/** The content that covers the page. Rendered once. */
export function Cover(): Elements {
  return useStore(cover)
}
