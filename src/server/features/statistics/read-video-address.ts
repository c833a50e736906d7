const ID = /^[\w-]{11}$/
/** What eleven signs must be to be a word of a title: an id looks like that once in some ten thousand. */
const WORD = /^([A-Z]?[a-z]+|[A-Z]+)$/
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be'])

/** What somebody typed, if it may name a video by its id. */
export interface VideoAddress {
  readonly videoId: string
  /** Where it is looked for as a title when it is no id: eleven signs alone may be a word of one, an address never is. */
  readonly asTitle: 'nowhere' | 'in uploads' | 'everywhere'
}

/** Reads the id out of an address (`watch?v=`, `youtu.be/`, `shorts/`, `live/`, `embed/`) or of eleven signs alone. */
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
