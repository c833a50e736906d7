/** What a browser says of itself, as a person would name it: its name and system, null where it does not say. */
export interface BrowserNames {
  readonly browser: string | null
  readonly system: string | null
}

// The first that matches: most browsers also name those whose pages they can show.
const BROWSERS = [
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** @param userAgent the header of that name */
export function describeBrowser(userAgent: string): BrowserNames {
  return { browser: nameOf(BROWSERS, userAgent), system: nameOf(SYSTEMS, userAgent) }
}

function nameOf(names: typeof BROWSERS | typeof SYSTEMS, userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
