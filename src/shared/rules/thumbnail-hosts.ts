/** Hosts that pictures of channels may come from: import takes no other, and pages load no other. */
export const THUMBNAIL_HOSTS: readonly string[] = [
  'yt3.ggpht.com',
  'yt4.ggpht.com',
  'yt3.googleusercontent.com',
  'i.ytimg.com',
  'static-cdn.jtvnw.net',
]
