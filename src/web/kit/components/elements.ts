import type { ReactElement } from 'react'

/**
 * Elements without bare text. A browser's translation replaces text nodes, and React then fails to remove them or to insert
 * before them, so text has an element of its own wherever something stands beside it.
 */
export type Elements = ReactElement | readonly Elements[] | boolean | null | undefined
