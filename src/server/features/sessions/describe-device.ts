/** Browser and operating system of a session, by their makers' names; null when the browser does not say. */
export interface Device {
  readonly browser: string | null
  readonly system: string | null
}

// Order matters: most browsers also name others. https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/User-Agent
const BROWSERS = [
  ['YaBrowser', 'Yandex Browser'],
  ['Edg(?:e|A|iOS)?', 'Edge'],
  ['OPR|OPiOS|OPT', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Vivaldi', 'Vivaldi'],
  ['Firefox|FxiOS', 'Firefox'],
  ['Chrome|CriOS|Chromium|HeadlessChrome', 'Chrome'],
  ['Version/[\\d.]+ (?:Mobile/\\w+ )?Safari', 'Safari'],
] as const

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh|Mac OS X', 'macOS'],
  ['Linux|X11', 'Linux'],
] as const

/** Browser and system of a `User-Agent` header. */
export function describeDevice(userAgent: string): Device {
  return { browser: nameIn(userAgent, BROWSERS), system: nameIn(userAgent, SYSTEMS) }
}

function nameIn(userAgent: string, names: readonly (readonly [string, string])[]): string | null {
  const found = names.find(([pattern]) =>
    new RegExp(`(?<![A-Za-z])(?:${pattern})(?![A-Za-z])`).test(userAgent),
  )
  return found?.[1] ?? null
}
