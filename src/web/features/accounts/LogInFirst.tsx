import { useLeavingState } from '#web/kit/links/came-from.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** What a notification says to a visitor who does something that needs a login. */
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
