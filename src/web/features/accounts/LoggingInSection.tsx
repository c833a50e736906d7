import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { EmptyState } from '#web/kit/components/EmptyState.tsx'
import { formatDate } from '#web/kit/formats/format.ts'
import { Skeleton } from '#web/kit/components/Skeleton.tsx'
import styles from './DevicesSection.module.css'
import { Section } from '#web/kit/components/Section.tsx'
import { SecondFactorDialog } from './SecondFactorDialog.tsx'
import { useSecondFactor } from './use-second-factor.ts'

/** What opens the account beside the password, and how to change it. */
export function LoggingInSection({ userId }: { readonly userId: number }) {
  const { common, secondFactor } = useTexts()
  const texts = secondFactor.section
  const { language } = useLanguage()
  const factor = useSecondFactor(userId)
  const { ways, error, begin } = factor
  const date = (instant: string) => formatDate(instant, language)
  if (ways === null && error !== null) {
    return (
      <Section title={texts.title}>
        <EmptyState
          role="alert"
          icon={error === 'offline' ? 'offline' : 'info'}
          title={texts.errorTitle}
          text={error === 'offline' ? common.offline : texts.errorText}
        >
          <Button onClick={factor.retry}>{common.retry}</Button>
        </EmptyState>
      </Section>
    )
  }
  return (
    <Section title={texts.title}>
      <p className={styles.lead}>{texts.lead}</p>
      <ul className={styles.list} aria-busy={ways === null}>
        <Way
          name={texts.app}
          details={
            ways === null ? (
              <Skeleton width="8rem" />
            ) : ways.totp === null ? (
              texts.off
            ) : (
              texts.since(date(ways.totp.addedAt))
            )
          }
        >
          {ways?.totp === null && (
            <Button size="small" isBusy={factor.isBusy} onClick={() => begin({ kind: 'addApp' })}>
              {texts.setUp}
            </Button>
          )}
          {ways !== null && ways.totp !== null && (
            <Button size="small" onClick={() => begin({ kind: 'removeApp' })}>
              {texts.turnOff}
            </Button>
          )}
        </Way>
        {ways?.passkeys.map(({ id, addedAt, lastUsedAt }) => (
          <Way
            key={id}
            name={texts.passkey}
            details={lastUsedAt === null ? texts.added(date(addedAt)) : texts.used(date(lastUsedAt))}
          >
            <Button
              size="small"
              aria-label={texts.removePasskey(date(addedAt))}
              onClick={() => begin({ kind: 'removePasskey', id })}
            >
              {texts.remove}
            </Button>
          </Way>
        ))}
        {ways !== null && (ways.totp !== null || ways.passkeys.length > 0) && (
          <Way name={texts.recoveryCodes} details={texts.codesLeft(ways.recoveryCodesLeft)}>
            <Button size="small" onClick={() => begin({ kind: 'newCodes' })}>
              {texts.newCodes}
            </Button>
          </Way>
        )}
        {ways?.identities.map(({ id, connectedAt }) => (
          <Way key={id} name={texts.google} details={texts.connected(date(connectedAt))}>
            <Button size="small" onClick={() => begin({ kind: 'cut', id })}>
              {texts.cut}
            </Button>
          </Way>
        ))}
      </ul>
      {ways?.isPasskeyPossible === true && 'PublicKeyCredential' in window && (
        <div>
          <Button isBusy={factor.isBusy} onClick={() => begin({ kind: 'addPasskey' })}>
            {texts.addPasskey}
          </Button>
        </div>
      )}
      <SecondFactorDialog factor={factor} />
    </Section>
  )
}

interface WayProps {
  readonly name: string
  readonly details: ReactNode
  readonly children: ReactNode
}

function Way({ name, details, children }: WayProps) {
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.details}>{details}</span>
      </span>
      {children}
    </li>
  )
}
