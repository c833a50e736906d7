/** Keeps a test browser from contacting its maker, and from failing without a graphics card. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
]

/** What `ensure-browser.ts` found, passed to Playwright in the environment. */
export interface BrowserEnvironment {
  /** Unset: the browser that Playwright installed. */
  CHROMIUM_PATH?: string
  /** `1` where Chromium's sandbox cannot work: as root, and in containers without user namespaces. */
  CHROMIUM_NO_SANDBOX?: string
  LD_LIBRARY_PATH?: string
  FONTCONFIG_PATH?: string
}

/** Playwright's `launchOptions` for that browser. */
export function browserLaunchOptions(env: BrowserEnvironment): { args: string[]; executablePath?: string } {
  const isUnsandboxed = env.CHROMIUM_NO_SANDBOX === '1' || process.getuid?.() === 0
  const args = isUnsandboxed ? [...FLAGS, '--no-sandbox'] : FLAGS
  return env.CHROMIUM_PATH ? { args, executablePath: env.CHROMIUM_PATH } : { args }
}
