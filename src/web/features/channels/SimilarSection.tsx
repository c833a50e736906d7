/** Channels like this one. */
export function SimilarSection({ channelId }: { readonly channelId: string }) {
  return <section id="similar" tabIndex={-1} data-channel-id={channelId} />
}
