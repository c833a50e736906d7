import { DATE_LOCALES } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { Note, Section, Stack } from '#web/kit/components/layout.tsx'
import { EmptyState } from '#web/kit/components/states.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { type Month, monthsOf } from './months.ts'
import styles from './LatestVideos.module.css'
import type { ChannelFacts } from './use-channel.ts'

interface UploadsSectionProps extends Pick<ChannelFacts, 'uploads'> {
  /** Before it more uploads may exist than were listed; null when all were. */
  readonly listedSince: string | null
  /** When they were listed, in the last of the months; null when they never were. */
  readonly readAt: string | null
}

/** A calendar of twelve months, ending when uploads were last listed: how many videos came out in each. */
export function UploadsSection({ uploads, listedSince, readAt }: UploadsSectionProps) {
  const texts = useTexts().channels.uploads
  const { language } = useLanguage()
  const months = monthsOf(uploads, listedSince)
  const isPartial = months.some(({ listed }) => listed !== 'all')
  return (
    <Section title={texts.title}>
      {readAt === null || months.length === 0 ? (
        <EmptyState drawing="blank" isSmall title={texts.unknown} text={texts.unknownText} />
      ) : (
        <Stack gap={4}>
          <div className={styles.calendar}>
            <ol className={styles.months}>
              {months.map((month) => (
                <MonthCell key={month.month} month={month} />
              ))}
            </ol>
          </div>
          <Note>
            {isPartial && listedSince !== null
              ? texts.partial(formatDate(readAt, language), formatDate(listedSince, language))
              : texts.complete(formatDate(readAt, language))}
          </Note>
        </Stack>
      )}
    </Section>
  )
}

function MonthCell({ month: { month, count, listed, share } }: { readonly month: Month }) {
  const texts = useTexts().channels.uploads
  const { language } = useLanguage()
  const written = formatNumber(count, language)
  const [figure, words] = {
    all: [written, texts.count(count, written)],
    some: [`${written}+`, texts.atLeast(count, written)],
    none: ['?', texts.notListed],
  }[listed]
  const name = formatMonth(month, language, { month: 'long', year: 'numeric' })
  return (
    <li
      className={styles.month}
      data-listed={listed}
      data-empty={count === 0 || undefined}
      title={`${name}: ${words}`}
      style={{ '--share': share }}
    >
      <span className={styles.name} aria-hidden="true">
        <span>{formatMonth(month, language, { month: 'short' })}</span>
        {month.endsWith('-01') && <small>{month.slice(0, 4)}</small>}
      </span>
      <span className={styles.figure} aria-hidden="true">
        {figure}
      </span>
      <VisuallyHidden>{`${name}: ${words}`}</VisuallyHidden>
    </li>
  )
}

/** @param month `YYYY-MM` */
export function formatMonth(
  month: string,
  language: Language,
  options: Pick<Intl.DateTimeFormatOptions, 'month' | 'year'>,
): string {
  const format = new Intl.DateTimeFormat(DATE_LOCALES[language], { ...options, timeZone: 'UTC' })
  // Russian adds "г." to years and a full stop to short months.
  return format.format(new Date(`${month}-01`)).replace(/\s+г\.$|\.$/, '')
}
