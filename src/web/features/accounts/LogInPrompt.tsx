import { PATHS } from '#shared/paths.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { EmptyState } from '#web/kit/components/states.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLeavingState } from '#web/kit/links/location-state.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** Shown to visitors on a page that needs a login. @param text what they would see */
export function LogInPrompt({ text }: { readonly text: string }) {
  const { reveals, common } = useTexts()
  return (
    <EmptyState icon="person" title={reveals.logInFirst} text={text}>
      <ButtonLink look="ink" to={PATHS.authorization} state={useLeavingState()}>
        {common.logIn}
      </ButtonLink>
    </EmptyState>
  )
}

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
