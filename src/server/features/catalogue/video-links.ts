import { addressesWithin, isPlatformHost, readWebAddress, writtenPieces } from './written-addresses.ts'

const ID = /^(?!live_stream$|videoseries$)[\w-]{11}$/
/** What eleven characters must look like to be a word of a title: one id in some ten thousand does. */
const WORD = /^([A-Z]?[a-z]+|[A-Z]+)$/

/** A typed text that may name a video by its id. */
interface VideoAddress {
  readonly videoId: string
  /** Where to look for the text as a title when it is not an id: eleven characters may be a word, an address never is. */
  readonly asTitle: 'nowhere' | 'in uploads' | 'everywhere'
}

/** Reads the id from an address or from eleven characters alone. */
export function readVideoAddress(text: string): VideoAddress | null {
  if (ID.test(text)) return { videoId: text, asTitle: WORD.test(text) ? 'everywhere' : 'in uploads' }
  const videoId = videoIdIn(text)
  return videoId === null ? null : { videoId, asTitle: 'nowhere' }
}

/** The id of the first video whose address (`watch?v=`, `youtu.be/`, `shorts/` and the like) stands in a text, or null. */
export function videoIdIn(text: string): string | null {
  for (const word of writtenPieces(text).flatMap((piece) => piece.split(/\s+/u))) {
    const videoId = idOf(word, 3)
    if (videoId !== null) return videoId
  }
  return null
}

const FOLDERS = new Set(['shorts', 'live', 'embed', 'v', 'e', 'video', 'watch', 'vi'])

function idOf(text: string, depth: number): string | null {
  const url = readWebAddress(text)
  if (url === null) return null
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean)
  if (isPlatformHost(url.hostname) || /^i\d?\.ytimg\.com$/.test(url.hostname)) {
    const named = url.hostname.endsWith('youtu.be') ? first : FOLDERS.has(first) ? second : ''
    const given = [url.searchParams.get('v') ?? '', named].find((id) => ID.test(id))
    if (given !== undefined) return given
  }
  if (depth === 0) return null
  for (const within of addressesWithin(url)) {
    const inner = idOf(within, depth - 1)
    if (inner !== null) return inner
  }
  return null
}
