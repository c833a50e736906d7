/**
 * Whether the channel's id on the platform is known. For other channels the API uses our own number, and no platform id
 * consists of digits alone.
 */
export function isOnPlatform(channelId: string): boolean {
  return !/^\d+$/.test(channelId)
}
