import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Lead, Section } from '#web/kit/components/layout.tsx'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { formatDate } from '#web/kit/formats/format.ts'
import { SecondFactorDialog } from './SecondFactorDialog.tsx'
import { useSecondFactor } from './use-second-factor.ts'

/** The login methods beside the password, and how to change them. */
export function LoggingInSection({ userId }: { readonly userId: number }) {
  const { secondFactor } = useTexts()
  const texts = secondFactor.section
  const { language } = useLanguage()
  const factor = useSecondFactor(userId)
  const { ways, error, begin } = factor
  const date = (instant: string) => formatDate(instant, language)
  if (ways === null && error !== null) {
    return (
      <Section title={texts.title}>
        <LoadFailure code={error} title={texts.errorTitle} text={texts.errorText} onRetry={factor.retry} />
      </Section>
    )
  }
  return (
    <Section title={texts.title}>
      <Lead>{texts.lead}</Lead>
      <Rows isBusy={ways === null}>
        <Row
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
        </Row>
        {ways?.passkeys.map(({ id, addedAt, lastUsedAt }) => (
          <Row
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
          </Row>
        ))}
        {ways !== null && (ways.totp !== null || ways.passkeys.length > 0) && (
          <Row name={texts.recoveryCodes} details={texts.codesLeft(ways.recoveryCodesLeft)}>
            <Button size="small" onClick={() => begin({ kind: 'newCodes' })}>
              {texts.newCodes}
            </Button>
          </Row>
        )}
        {ways?.identities.map(({ id, name, connectedAt }) => (
          <Row key={id} name={texts.identity(name)} details={texts.connected(date(connectedAt))}>
            <Button size="small" onClick={() => begin({ kind: 'cut', id, name })}>
              {texts.cut}
            </Button>
          </Row>
        ))}
      </Rows>
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
