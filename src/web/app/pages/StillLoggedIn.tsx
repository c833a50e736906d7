import { PATHS } from '#shared/paths.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { PageHead } from '../../kit/links/PageHead.tsx'
import { StatusScreen } from '../../kit/components/StatusScreen.tsx'
import { useTexts } from '../../kit/texts/texts.tsx'

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
