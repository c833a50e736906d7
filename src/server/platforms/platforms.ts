import type { Platform } from './platform.ts'
import { youtube } from './youtube.ts'

/** All platforms, named here alone. Ids of the first stay bare in the API; to put another one first renames all. */
export const PLATFORMS: readonly Platform[] = [youtube]
