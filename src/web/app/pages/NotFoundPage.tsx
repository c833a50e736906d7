import { PageHead } from '../../kit/links/PageHead.tsx'
import { PageLink } from '../../kit/links/PageLink.tsx'
import { StatusScreen } from '../../kit/components/StatusScreen.tsx'
import { useTexts } from '../../kit/texts/texts.tsx'

/** Shown for any URL without a page. */
export function NotFoundPage() {
  const { status, common } = useTexts()
  return (
    <>
      <PageHead title={status.notFound.title} />
      <StatusScreen tab="404" title={status.notFound.title} text={status.notFound.text}>
        <PageLink page="landing">{common.toHome}</PageLink>
        <PageLink page="search">{common.toSearch}</PageLink>
      </StatusScreen>
    </>
  )
}
