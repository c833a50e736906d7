import { PATHS } from '#shared/paths.ts'
import { useSession } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { useLeavingState } from '../../kit/links/came-from.ts'
import { PageHead } from '../../kit/links/PageHead.tsx'
import { PageLink } from '../../kit/links/PageLink.tsx'
import { useRefusedState } from '../refused-state.ts'
import { StatusScreen } from '../../kit/components/StatusScreen.tsx'
import { OutOfDate } from './OutOfDate.tsx'
import { StillLoggedIn } from './StillLoggedIn.tsx'
import { useTexts } from '../../kit/texts/texts.tsx'

/** Shown when the request requires a login. */
export function UnauthorizedPage() {
  const { status, common } = useTexts()
  const leaving = useLeavingState()
  const refused = useRefusedState()
  const { status: session } = useSession()
  if (refused?.code === 'api_key') return <OutOfDate from={refused.from} />
  if (session === 'in') return <StillLoggedIn />
  return (
    <>
      <PageHead title={status.unauthorized.title} />
      <StatusScreen emoji="🔒" tab="401" title={status.unauthorized.title} text={status.unauthorized.text}>
        <ButtonLink look="ink" to={PATHS.authorization} state={leaving}>
          {common.logIn}
        </ButtonLink>
        <PageLink page="search">{common.toSearch}</PageLink>
      </StatusScreen>
    </>
  )
}
