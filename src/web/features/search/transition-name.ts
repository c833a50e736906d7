/** The view transition name that a channel's card and its row in the list share, so that one moves into the other. */
export function transitionName(channelId: string): string {
  return `channel-${channelId.replace(/[^\w-]/g, '_')}`
}
