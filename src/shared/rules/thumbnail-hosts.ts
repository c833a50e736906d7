/** The only hosts from which imports take channel pictures and pages load them. */
export const THUMBNAIL_HOSTS: readonly string[] = [
  'yt3.ggpht.com',
  'yt4.ggpht.com',
  'yt3.googleusercontent.com',
  'i.ytimg.com',
  'static-cdn.jtvnw.net',
]
