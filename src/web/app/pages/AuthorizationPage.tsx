import { PATHS } from '#shared/paths.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { useLeavingState } from '../../kit/links/came-from.ts'
import { PageHead } from '../../kit/links/PageHead.tsx'
import { useTexts } from '../../kit/texts/texts.tsx'
import { useSendOn } from '../../kit/links/use-send-on.ts'
import styles from './AuthorizationPage.module.css'

/** The choice between login and sign-up. */
export function AuthorizationPage() {
  const { authorization } = useTexts().status
  const leaving = useLeavingState()
  useSendOn()
  return (
    <>
      <PageHead title={authorization.title} description={authorization.description} page="authorization" />
      <div className={styles.page}>
        <div className={styles.intro}>
          <h1>{authorization.title}</h1>
          <p>{authorization.text}</p>
        </div>
        <div className={styles.choices}>
          <Card tab={authorization.logInTitle}>
            <p className={styles.text}>{authorization.logInText}</p>
            <ButtonLink look="ink" isWide to={PATHS.login} state={leaving}>
              {authorization.logInTitle}
            </ButtonLink>
          </Card>
          <Card tab={authorization.signUpTitle}>
            <p className={styles.text}>{authorization.signUpText}</p>
            <ButtonLink look="outline" isWide to={PATHS.signup} state={leaving}>
              {authorization.signUpTitle}
            </ButtonLink>
          </Card>
        </div>
      </div>
    </>
  )
}
