import { PATHS } from '#shared/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHead } from '../PageHead.tsx'
import { StatusScreen } from '../StatusScreen.tsx'
import { useTexts } from '../texts.tsx'

/** What the pages of a missing or expired session say to somebody who has one. */
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
