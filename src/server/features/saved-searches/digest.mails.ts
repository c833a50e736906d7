import { hardSpaces, NUMBER_LOCALES } from '#shared/i18n/formats.ts'
import { type EmailText, renderEmail } from '#server/render-email.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import { channelPath, PATHS, pathInLanguage } from '#shared/paths.ts'
import { NEW_MAX } from '#shared/rules/saved-searches.ts'

/** What is new in a saved search. */
export interface Found {
  /** The search's. */
  readonly id: number
  readonly name: string
  readonly count: number
  /** The newest of them. */
  readonly channels: readonly { readonly channelId: string; readonly name: string }[]
}

/** The email about new channels, search by search. @param teamId whose searches they are; null: the reader's */
export function digestEmail(
  language: Language,
  found: readonly Found[],
  {
    publicUrl,
    stopUrl,
    teamId,
  }: { readonly publicUrl: string; readonly stopUrl: string; readonly teamId: number | null },
): EmailText {
  const { digest, reasons } = mails[language]
  const linkTo = (path: string) => publicUrl + (language === 'ru' ? pathInLanguage(path, language) : path)
  const ofTeam = teamId === null ? '' : `&team=${teamId}`
  const numbers = new Intl.NumberFormat(NUMBER_LOCALES[language])
  const written = (count: number, isCapped = count === NEW_MAX) =>
    hardSpaces(numbers.format(count)) + (isCapped ? '+' : '')
  const total = found.reduce((sum, { count }) => sum + count, 0)
  const isCapped = found.some(({ count }) => count === NEW_MAX)
  return renderEmail({
    language,
    subject: digest.subject(total, written(total, isCapped)),
    parts: [
      { text: digest.intro },
      ...found.map(({ id, name, count, channels }) => ({
        list: {
          title: name,
          links: [
            ...channels.map((channel) => ({
              label: channel.name,
              link: linkTo(channelPath(channel.channelId, channel.name)),
            })),
            { label: digest.all(count, written(count)), link: `${linkTo(PATHS.search)}?new=${id}${ofTeam}` },
          ],
        },
      })),
      { aside: digest.change, way: { label: digest.stop, link: stopUrl } },
    ],
    reason: reasons.digest,
  })
}
