import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { formatNumber, formatShortDate, formatTimeSince } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './ContactEvidence.module.css'
import { type Evidence, useEvidence } from './use-evidence.ts'

/** What is known of a channel's contact before it is bought, in four lines. */
export function ContactEvidence({ channelId }: { readonly channelId: string }) {
  const { common, evidence: texts } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const { data, callError, refetch } = useEvidence(channelId, place)
  return (
    <div ref={place} className={styles.place} aria-busy={data === undefined && callError === null}>
      {data?.hasContact === true && <Lines evidence={data} />}
      {data?.hasContact === false && <p>{texts.none}</p>}
      {data === undefined && callError === null && <Bars />}
      {data === undefined && callError !== null && (
        <p>
          <span>{`${callError.code === 'offline' ? texts.offline : texts.failed} `}</span>
          <button type="button" className={styles.retry} onClick={() => void refetch()}>
            {common.retry}
          </button>
        </p>
      )}
    </div>
  )
}

/** As high as what will be known. */
export function ContactEvidenceSkeleton() {
  return (
    <div className={styles.place} aria-hidden="true">
      <Bars />
    </div>
  )
}

function Bars() {
  return (
    <div className={styles.lines}>
      {['72%', '58%', '44%', '38%'].map((width) => (
        <p key={width}>
          <Skeleton width={width} />
        </p>
      ))}
    </div>
  )
}

function Lines({ evidence }: { readonly evidence: Evidence }) {
  const { evidence: texts } = useTexts()
  return (
    <dl className={styles.lines} aria-label={texts.title}>
      <Line title={texts.source}>
        <Source evidence={evidence} />
      </Line>
      <Line title={texts.mailbox}>
        <Mailbox evidence={evidence} />
      </Line>
      <Line title={texts.buyers}>
        <Buyers evidence={evidence} />
      </Line>
      <Line title={texts.creator}>
        <Creator evidence={evidence} />
      </Line>
    </dl>
  )
}

function Line({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface OfEvidence {
  readonly evidence: Evidence
}

function Source({ evidence: { sourceKind, sourceHost, firstSeenAt, lastSeenAt } }: OfEvidence) {
  const { evidence: texts, reveals } = useTexts()
  const { language } = useLanguage()
  const kind =
    sourceKind === null || sourceKind === 'other' ? texts.otherSource : reveals.sourceKinds[sourceKind]
  const [first, last] = [firstSeenAt, lastSeenAt].map((at) => formatShortDate(at ?? '1970-01-01', language))
  const seen = first === last ? texts.seen(last ?? '') : texts.found(first ?? '', last ?? '')
  return <span>{listed(kind, sourceHost, seen)}</span>
}

/** How providers spell themselves; others are called by their domain. */
const PROPER_NAMES: Readonly<Record<string, string>> = {
  gmail: 'Gmail',
  'mail.ru': 'Mail.ru',
  outlook: 'Outlook',
  yahoo: 'Yahoo',
  icloud: 'iCloud',
  proton: 'Proton',
  gmx: 'GMX',
}

function Mailbox({ evidence: { provider, isRole, maskedEmail, check } }: OfEvidence) {
  const { evidence: texts } = useTexts()
  const { language } = useLanguage()
  const { providers }: { readonly providers: Readonly<Record<string, string>> } = texts
  const name =
    provider === null ? texts.noProvider : (providers[provider] ?? PROPER_NAMES[provider] ?? provider)
  const [now] = useState(() => Date.now())
  const ago = check === null ? '' : formatTimeSince(check.checkedAt, now, language)
  const found = check === null ? texts.notChecked : texts.checks[check.result](ago)
  const isWarning = check?.result === 'bad' || check?.result === 'returned'
  const rest = listed(maskedEmail, isRole && texts.role, !isWarning && found)
  return (
    <>
      {provider === 'disposable' ? <Warning>{name}</Warning> : <span>{name}</span>}
      {rest !== '' && <span>{`, ${rest}`}</span>}
      {isWarning && <span>{'. '}</span>}
      {isWarning && <Warning>{found}</Warning>}
    </>
  )
}

function Buyers({ evidence: { revealed, reports90d } }: OfEvidence) {
  const { evidence: texts } = useTexts()
  const { language } = useLanguage()
  const reports = texts.reports(reports90d, formatNumber(reports90d, language))
  return (
    <>
      <span>{`${texts.revealed[revealed]}, `}</span>
      {reports90d > 0 ? <Warning>{reports}</Warning> : <span>{reports}</span>}
    </>
  )
}

/** What the creator has said of the contact: nothing else is so certain. */
function Creator({ evidence: { creatorConfirmedAt, refuses } }: OfEvidence) {
  const { creators, evidence: texts } = useTexts()
  const { language } = useLanguage()
  const said = listed(
    creatorConfirmedAt !== null && texts.confirmed(formatShortDate(creatorConfirmedAt, language)),
    refuses.length > 0 &&
      texts.refuses(refuses.map((subject) => creators.subjects.names[subject]).join(', ')),
  )
  return said === '' ? <span>{texts.nothingSaid}</span> : <strong className={styles.said}>{said}</strong>
}

function Warning({ children }: { readonly children: string }) {
  const [first = '', ...rest] = children.split(' ')
  return (
    <strong className={styles.warning}>
      <span className={styles.first}>
        <Icon name="info" size="small" />
        <span>{`\u00a0${first}`}</span>
      </span>
      <span>{` ${rest.join(' ')}`}</span>
    </strong>
  )
}

/** Facts with commas between them, without those that are missing. */
function listed(...facts: readonly (string | null | false)[]): string {
  return facts.filter((fact) => fact !== null && fact !== false).join(', ')
}
