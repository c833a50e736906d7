import { useLeavingState } from '#web/kit/links/came-from.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** The notification for a visitor whose action needs a login. */
export function LogInFirst() {
  const { reveals, common } = useTexts()
  const leaving = useLeavingState()
  return (
    <>
      {reveals.logInFirst}.{' '}
      <PageLink page="authorization" state={leaving}>
        {common.logInOrSignUp}
      </PageLink>
    </>
  )
}
