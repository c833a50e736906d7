import { PATHS } from '#shared/paths.ts'
import { useSession } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { useLeavingState } from '../../kit/links/came-from.ts'
import { PageHead } from '../../kit/links/PageHead.tsx'
import { StatusScreen } from '../../kit/components/StatusScreen.tsx'
import { StillLoggedIn } from './StillLoggedIn.tsx'
import { useTexts } from '../../kit/texts/texts.tsx'

/** The session expired. The refused call ended it; opening this URL by hand does not. */
export function ForbiddenPage() {
  const { forbidden } = useTexts().status
  const leaving = useLeavingState()
  if (useSession().status === 'in') return <StillLoggedIn />
  return (
    <>
      <PageHead title={forbidden.title} />
      <StatusScreen emoji="⌛" tab="403" title={forbidden.title} text={forbidden.text}>
        <ButtonLink look="ink" to={PATHS.authorization} state={leaving}>
          {forbidden.logInAgain}
        </ButtonLink>
      </StatusScreen>
    </>
  )
}
