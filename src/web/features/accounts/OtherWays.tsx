import { useState } from 'react'
import { useConfig } from '#web/kit/api/config.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { FormProblem } from '#web/kit/components/forms.tsx'
import { useLeavingState } from '#web/kit/links/location-state.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import styles from './OtherWays.module.css'
import type { IdentitySignIn } from './use-identity.ts'

/** The buttons of the providers that this installation offers; one that does not load is not there. */
export function OtherWays({ identity }: { readonly identity: IdentitySignIn }) {
  const { identity: texts } = useTexts().accounts
  const leaving = useLeavingState()
  const [hasGoogle, setHasGoogle] = useState(true)
  const providers = (useConfig()?.signInProviders ?? []).filter(
    ({ provider }) => provider !== 'google' || hasGoogle,
  )
  if (providers.length === 0) return null
  return (
    <div className={styles.ways}>
      <p className={styles.or}>
        <span>{texts.or}</span>
      </p>
      {providers.map((provider) =>
        provider.provider === 'google' ? (
          <GoogleButton
            key={`google ${identity.attempt}`}
            provider={provider}
            onCredential={(credential) => identity.start(provider, credential)}
            onFailed={() => setHasGoogle(false)}
          />
        ) : (
          <div key={provider.provider} className={styles.issuer}>
            <Button isBusy={identity.isBusy} onClick={() => identity.goTo(provider, leaving)}>
              {texts.signIn(provider.name)}
            </Button>
          </div>
        ),
      )}
      <FormProblem>{identity.problem}</FormProblem>
    </div>
  )
}
