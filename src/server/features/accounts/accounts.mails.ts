import { formatMoscowTime } from '#shared/i18n/formats.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type EmailText, renderEmail } from '#server/render-email.ts'
import type { CodePurpose } from './codes.sql.ts'

/**
 * The email with a six-digit code.
 * @param endSessions the link that ends all sessions, where only somebody who is logged in can ask for the code
 */
export function codeEmail(
  language: Language,
  { purpose, code, endSessions }: { purpose: CodePurpose; code: string; endSessions: string | null },
): EmailText {
  const { common, codes, reasons } = mails[language]
  const { subject, intro, notYou } = codes[purpose]
  return renderEmail({
    language,
    subject,
    parts: [
      { text: intro },
      { code },
      { text: common.codeLifetime },
      {
        aside: notYou,
        ...(endSessions !== null && { way: { label: common.endSessions, link: endSessions } }),
      },
    ],
    reason: purpose === 'signIn' ? reasons.signUp : reasons.account,
  })
}

/** The email with the link that sets a new password. */
export function resetEmail(language: Language, link: string): EmailText {
  const { reasons, reset } = mails[language]
  return renderEmail({
    language,
    subject: reset.subject,
    parts: [
      { text: reset.intro },
      { button: { label: reset.button, link } },
      { text: reset.lifetime },
      { aside: reset.notYou },
    ],
    reason: reasons.reset,
  })
}

/** The email with the same link after all sessions were ended by an email's link: its reader must not do nothing. */
export function endedSessionsEmail(language: Language, link: string): EmailText {
  const { endedSessions, reasons, reset } = mails[language]
  return renderEmail({
    language,
    subject: endedSessions.subject,
    parts: [
      { text: endedSessions.intro },
      { button: { label: reset.button, link } },
      { text: reset.lifetime },
      { text: endedSessions.notShared },
    ],
    reason: reasons.endedSessions,
  })
}

/** The email with the link that deletes the account. @param endSessions the link that ends all sessions */
export function deletionEmail(language: Language, link: string, endSessions: string): EmailText {
  const { common, deletion, reasons } = mails[language]
  return renderEmail({
    language,
    subject: deletion.subject,
    parts: [
      { text: deletion.intro },
      { text: deletion.whatGoes },
      { button: { label: deletion.button, link } },
      { text: deletion.lifetime },
      { aside: deletion.notYou, way: { label: common.endSessions, link: endSessions } },
    ],
    reason: reasons.account,
  })
}

/**
 * The email that reports a changed password, so that a person notices a change they did not make.
 * @param loggedOut which devices were logged out
 */
export function passwordChangedEmail(language: Language, loggedOut: 'all' | 'others'): EmailText {
  const { passwordChanged, reasons } = mails[language]
  return renderEmail({
    language,
    subject: passwordChanged.subject,
    parts: [{ text: passwordChanged.intro[loggedOut] }, { aside: passwordChanged.notYou }],
    reason: reasons.account,
  })
}

/**
 * The email to somebody whose account was blocked.
 * @param category why; an unknown one counts as the first
 */
export function blockedEmail(
  language: Language,
  { category, supportEmail }: { category: string; supportEmail: string },
): EmailText {
  const { blocked, reasons } = mails[language]
  const { rules, security, payment } = blocked.why
  const why = category === 'security' ? security : category === 'payment' ? payment : rules
  return renderEmail({
    language,
    subject: blocked.subject,
    parts: [{ text: why }, { text: blocked.stays }, { text: blocked.write(supportEmail) }],
    reason: reasons.account,
  })
}

/** The email to somebody who may log in again. */
export function unblockedEmail(language: Language): EmailText {
  const { reasons, unblocked } = mails[language]
  return renderEmail({
    language,
    subject: unblocked.subject,
    parts: [{ text: unblocked.intro }],
    reason: reasons.account,
  })
}

/** The email that welcomes a new account. @param link the search page */
export function welcomeEmail(
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
): EmailText {
  const { reasons, welcome } = mails[language]
  const parts = [
    { text: welcome.intro(username) },
    ...(uses > 0 ? [{ text: welcome.uses(uses) }] : []),
    ...(isDue ? [{ text: welcome.later }] : []),
  ]
  return renderEmail({
    language,
    subject: welcome.subject,
    parts: [...parts, { button: { label: welcome.button, link } }],
    reason: reasons.welcome,
  })
}

/** The email that reports a login from a new browser. @param endSessions the link that ends all sessions */
export function newDeviceEmail(
  language: Language,
  { userAgent, now, endSessions }: { userAgent: string; now: Date; endSessions: string },
): EmailText {
  const { common, newDevice, reasons } = mails[language]
  const { browser, system } = describeBrowser(userAgent)
  const device = [browser, system].filter((name) => name !== null).join(', ')
  return renderEmail({
    language,
    subject: newDevice.subject,
    parts: [
      { text: newDevice.intro },
      {
        facts: [
          [newDevice.device, device === '' ? newDevice.unknownDevice : device],
          [newDevice.time, formatMoscowTime(now, language)],
        ],
      },
      { text: newDevice.wasYou },
      { aside: newDevice.notYou, way: { label: common.endSessions, link: endSessions } },
    ],
    reason: reasons.account,
  })
}

/** The email that says how many wrong passwords were tried, and that new browsers now need a mailed code. */
export function guessingEmail(language: Language): EmailText {
  const { guessing, reasons } = mails[language]
  return renderEmail({
    language,
    subject: guessing.subject,
    parts: [{ text: guessing.intro }, { text: guessing.effect }, { text: guessing.advice }],
    reason: reasons.account,
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
