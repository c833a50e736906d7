/** Name under which a channel's card and its row in the list are one object that moves between the two places. */
export function transitionName(channelId: string): string {
  return `channel-${channelId.replace(/[^\w-]/g, '_')}`
}
