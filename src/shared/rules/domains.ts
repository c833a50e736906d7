/** Scripts of which one domain label may mix several. */
const JAPANESE = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー\d-]+$/u
const SCRIPTS = 'Latn Cyrl Grek Arab Hebr Deva Thai Hang Han Armn Geor Beng Taml'.split(' ')
/** All emails look Latin: `аррӏе`. */
const LOOKS_LATIN = /^[асԁеһіјӏорԛѕԝху\d-]+$/
const ONE_SCRIPT = SCRIPTS.map((script) => new RegExp(`^[\\p{sc=${script}}\\p{M}\\d-]+$`, 'u'))

/**
 * A domain in its ASCII form as people write it. Labels stay as they are where they mix scripts, so that none looks like
 * another.
 */
export function unicodeDomain(domain: string): string {
  return domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? unicodeLabel(label) : label))
    .join('.')
}

function unicodeLabel(label: string): string {
  const decoded = decodePunycode(label.slice(4))
  if (decoded === null || LOOKS_LATIN.test(decoded)) return label
  return [JAPANESE, ...ONE_SCRIPT].some((script) => script.test(decoded)) ? decoded : label
}

/** RFC 3492, section 6.2, with the parameters of domain names; null when the text is not punycode. Browsers have no decoder. */
function decodePunycode(text: string): string | null {
  const end = text.lastIndexOf('-')
  const points = Array.from(text.slice(0, Math.max(end, 0)), (message) => message.charCodeAt(0))
  let [point, place, bias] = [128, 0, 72]
  for (let at = end > 0 ? end + 1 : 0; at < text.length; ) {
    const before = place
    for (let [weight, step] = [1, 36]; ; step += 36) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(text.charAt(at++) || ' ')
      if (digit === -1) return null
      place += digit * weight
      const threshold = Math.min(26, Math.max(1, step - bias))
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const count = points.length + 1
    bias = adapted(place - before, count, before === 0)
    point += Math.floor(place / count)
    if (point > 0x10_ffff) return null
    points.splice(place % count, 0, point)
    place = (place % count) + 1
  }
  return String.fromCodePoint(...points)
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let steps = 0
  for (; rest > 455; steps += 36) rest = Math.floor(rest / 35)
  return steps + Math.floor((36 * rest) / (rest + 38))
}
