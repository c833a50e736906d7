import { PATHS } from '#shared/paths.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { PageHead } from '../../kit/links/PageHead.tsx'
import { StatusScreen } from '../../kit/components/StatusScreen.tsx'
import { useTexts } from '../../kit/texts/texts.tsx'

/** The content of the missing-session and expired-session pages for a person who is logged in. */
export function StillLoggedIn() {
  const { common, status } = useTexts()
  const { title, text } = status.stillLoggedIn
  return (
    <>
      <PageHead title={title} />
      <StatusScreen emoji="🔓" title={title} text={text}>
        <ButtonLink look="ink" to={PATHS.search}>
          {common.toSearch}
        </ButtonLink>
      </StatusScreen>
    </>
  )
}
