import type { ListedVideo } from '#server/adapters/videos/videos.ts'
import { searchText } from '#shared/rules/search-text.ts'

/** How well a title matches a text. */
const FITS = { exactly: 4, fromTheStart: 3, within: 2, byWords: 1, not: 0 } as const

/** The video whose title matches a text best, the newest of equals; null when no title has all of its words. */
export function chooseVideo<T extends Pick<ListedVideo, 'title'>>(
  videos: readonly T[],
  text: string,
): { readonly video: T; readonly isExact: boolean } | null {
  const wanted = searchText(text)
  let best: { video: T; fit: number } | null = null
  for (const video of videos) {
    const fit = fitOf(searchText(video.title), wanted)
    if (fit > (best?.fit ?? FITS.not)) best = { video, fit }
  }
  return best === null ? null : { video: best.video, isExact: best.fit === FITS.exactly }
}

type Folded = ReturnType<typeof searchText>

function fitOf(title: Folded, wanted: Folded): number {
  if (wanted.nameKey === '') return FITS.not
  if (title.nameKey === wanted.nameKey) return FITS.exactly
  if (title.nameKey.startsWith(wanted.nameKey)) return FITS.fromTheStart
  if (title.nameKey.includes(wanted.nameKey)) return FITS.within
  const words = title.words.split(' ')
  const hasWord = (start: string) => words.some((word) => word.startsWith(start))
  return wanted.words !== '' && wanted.words.split(' ').every(hasWord) ? FITS.byWords : FITS.not
}
