import type { Platform } from './platform.ts'
import { readAddress, writtenPieces } from './written-addresses.ts'

/** What an id must look like to be a word of a title: of eleven characters one id in some ten thousand does. */
const WORD = /^([A-Z]?[a-z]+|[A-Z]+)$/

/** A typed text that may name a video by its id. */
interface VideoAddress {
  readonly videoId: string
  /** Where to look for the text as a title when it is not an id: an id alone may be a word, an address never is. */
  readonly asTitle: 'nowhere' | 'in uploads' | 'everywhere'
}

/** Reads the id of a platform's video from an address, or from the id alone. */
export function readVideoAddress(text: string, platform: Platform): VideoAddress | null {
  if (platform.videoId.test(text))
    return { videoId: text, asTitle: WORD.test(text) ? 'everywhere' : 'in uploads' }
  const named = videoIn(text, [platform])
  return named && { videoId: named.videoId, asTitle: 'nowhere' }
}

/** A video as text names it. */
export interface NamedVideo {
  readonly platform: string
  readonly videoId: string
}

/** The first video whose address (`watch?v=`, `youtu.be/`, `shorts/` and the like) stands in a text, or null. */
export function videoIn(text: string, platforms: readonly Platform[]): NamedVideo | null {
  for (const word of writtenPieces(text, platforms).flatMap((piece) => piece.split(/\s+/u)))
    for (const platform of platforms) {
      const videoId = readAddress(word, platform, (url) => platform.videoAt(url))
      if (videoId !== null) return { platform: platform.name, videoId }
    }
  return null
}
