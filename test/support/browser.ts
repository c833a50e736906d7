/** Keeps a test browser from calling home, and from failing where there is no graphics card. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
]

/** What `ensure-browser.ts` found, handed to Playwright by the environment. */
export interface BrowserEnvironment {
  /** Unset: the one that Playwright installed for itself. */
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
