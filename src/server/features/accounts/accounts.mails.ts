import { mails } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type LetterText, renderLetter } from '#server/render-letter.ts'
import type { CodePurpose } from './codes.sql.ts'

/** The letter with a six-digit code. */
export function codeLetter(language: Language, purpose: CodePurpose, code: string): LetterText {
  const { common, codes } = mails[language]
  const { subject, intro } = codes[purpose]
  return renderLetter({
    language,
    subject,
    parts: [{ text: intro }, { code }, { text: common.codeLifetime }, { text: common.notYou }],
    footer: common.footer,
  })
}

/** The letter with the link that sets a new password. */
export function resetLetter(language: Language, link: string): LetterText {
  const { common, reset } = mails[language]
  return renderLetter({
    language,
    subject: reset.subject,
    parts: [{ text: reset.intro }, { link }, { text: reset.lifetime }, { text: reset.notYou }],
    footer: common.footer,
  })
}

/** The letter with the link that deletes the account. */
export function deletionLetter(language: Language, link: string): LetterText {
  const { common, deletion } = mails[language]
  return renderLetter({
    language,
    subject: deletion.subject,
    parts: [
      { text: deletion.intro },
      { link },
      { text: deletion.lifetime },
      { text: deletion.whatGoes },
      { text: deletion.notYou },
    ],
    footer: common.accountFooter,
  })
}

/**
 * The letter that reports a changed password, so that a person notices a change they did not make.
 * @param loggedOut which devices were logged out
 */
export function passwordChangedLetter(language: Language, loggedOut: 'all' | 'others'): LetterText {
  const { common, passwordChanged } = mails[language]
  return renderLetter({
    language,
    subject: passwordChanged.subject,
    parts: [{ text: passwordChanged.intro[loggedOut] }, { text: passwordChanged.notYou }],
    footer: common.accountFooter,
  })
}

/** The letter that welcomes a new account. @param link the search page */
export function welcomeLetter(
  language: Language,
  {
    username,
    uses,
    isDue,
    link,
  }: {
    readonly username: string
    readonly uses: number
    /** The uses come with a later login. */
    readonly isDue: boolean
    readonly link: string
  },
): LetterText {
  const { common, welcome } = mails[language]
  const parts = [
    { text: welcome.intro(username) },
    ...(uses > 0 ? [{ text: welcome.uses(uses) }] : []),
    ...(isDue ? [{ text: welcome.later }] : []),
  ]
  return renderLetter({
    language,
    subject: welcome.subject,
    parts: [...parts, { text: welcome.start }, { link }],
    footer: common.accountFooter,
  })
}

/** The letter that reports a login from a new browser. @param link the login page */
export function newDeviceLetter(
  language: Language,
  { userAgent, now, link }: { readonly userAgent: string; readonly now: Date; readonly link: string },
): LetterText {
  const { common, newDevice } = mails[language]
  const { browser, system } = describeBrowser(userAgent)
  const device = [browser, system].filter((name) => name !== null).join(', ')
  const time = new Intl.DateTimeFormat(language === 'ru' ? 'ru-RU' : 'en-GB', {
    timeZone: 'Europe/Moscow',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(now)
  return renderLetter({
    language,
    subject: newDevice.subject,
    parts: [
      { text: newDevice.intro },
      { text: newDevice.device(device === '' ? newDevice.unknownDevice : device) },
      { text: newDevice.time(time) },
      { text: newDevice.wasYou },
      { text: newDevice.notYou },
      { link },
    ],
    footer: common.accountFooter,
  })
}

/** Browser and operating system by the names people use; null when the header does not say. */
interface BrowserNames {
  readonly browser: string | null
  readonly system: string | null
}

// The first match counts: most browsers also claim to be the ones they are compatible with.
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

/** @param userAgent the `User-Agent` header */
function describeBrowser(userAgent: string): BrowserNames {
  return { browser: nameOf(BROWSERS, userAgent), system: nameOf(SYSTEMS, userAgent) }
}

function nameOf(names: typeof BROWSERS | typeof SYSTEMS, userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
