import { PATHS } from '#shared/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { useLeavingState } from '../came-from.ts'
import { PageHead } from '../PageHead.tsx'
import { PageLink } from '../PageLink.tsx'
import { StatusScreen } from '../StatusScreen.tsx'
import { useTexts } from '../texts.tsx'

/** Something was asked for that needs a login. */
export function UnauthorizedPage() {
  const { status, common } = useTexts()
  const leaving = useLeavingState()
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
