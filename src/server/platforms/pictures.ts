import type { Platform } from './platform.ts'
import { holdsAddress } from './written-addresses.ts'

/** Of platforms of which only imports tell. */
const FURTHER_HOSTS = ['static-cdn.jtvnw.net']

/** The only hosts from which channels' pictures are taken and pages load them. */
export function pictureHosts(platforms: readonly Platform[]): readonly string[] {
  return [...platforms.flatMap((platform) => platform.pictureHosts), ...FURTHER_HOSTS]
}

/** The URL of a picture if it may be shown: https at a known host, or the demo catalogue's own; otherwise null. */
export function parseThumbnail(text: string, platforms: readonly Platform[]): string | null {
  const given = text.trim()
  if (holdsAddress(given)) return null
  if (/^\/thumbnails\/demo\/[\w%.-]+\.svg$/.test(given)) return given
  if (!given.startsWith('https://') || given.length > 500 || !/^[\x21-\x7e]+$/.test(given)) return null
  const end = given.indexOf('/', 8)
  const host = given.slice(8, end).toLowerCase()
  const isKnown =
    platforms.some((platform) => platform.pictureHosts.includes(host)) || FURTHER_HOSTS.includes(host)
  return end !== -1 && isKnown ? given : null
}
