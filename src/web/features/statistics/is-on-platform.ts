/**
 * Whether it is known which channel of the platform is meant. The API calls others by our own number, and no id of the
 * platform is digits alone.
 */
export function isOnPlatform(channelId: string): boolean {
  return !/^\d+$/.test(channelId)
}
