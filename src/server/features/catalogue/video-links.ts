const ID = /^[\w-]{11}$/
/** What eleven characters must look like to be a word of a title: one id in some ten thousand does. */
const WORD = /^([A-Z]?[a-z]+|[A-Z]+)$/
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be'])

/** A typed text that may name a video by its id. */
interface VideoAddress {
  readonly videoId: string
  /** Where to look for the text as a title when it is not an id: eleven characters may be a word, an address never is. */
  readonly asTitle: 'nowhere' | 'in uploads' | 'everywhere'
}

/** Reads the id from an address (`watch?v=`, `youtu.be/`, `shorts/`, `live/`, `embed/`) or from eleven characters alone. */
export function readVideoAddress(text: string): VideoAddress | null {
  if (ID.test(text)) return { videoId: text, asTitle: WORD.test(text) ? 'everywhere' : 'in uploads' }
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { hostname, pathname, searchParams } = new URL(address)
  if (!HOSTS.has(hostname.toLowerCase())) return null
  const [first = '', second = ''] = pathname.split('/').slice(1)
  const videoId =
    hostname.toLowerCase() === 'youtu.be' ? first : first === 'watch' ? (searchParams.get('v') ?? '') : second
  return ID.test(videoId) ? { videoId, asTitle: 'nowhere' } : null
}
