import { useLocation } from 'react-router'
import { parseAddress } from '#shared/paths.ts'
import { PageHead } from '../PageHead.tsx'
import { PageLink } from '../PageLink.tsx'
import { StatusScreen } from '../StatusScreen.tsx'
import { useTexts } from '../texts.tsx'

/** Stands at addresses whose page is still being built, and says so. */
export function NotYetPage() {
  const { status, common } = useTexts()
  const { page } = parseAddress(useLocation().pathname)
  const names: Readonly<Partial<Record<string, string>>> = status.notYet.names
  const name = (page === null ? undefined : names[page]) ?? common.productName
  return (
    <>
      <PageHead title={`${name}: ${status.notYet.title}`} />
      <StatusScreen tab={name} title={status.notYet.title} text={status.notYet.text}>
        <PageLink page="search">{common.toSearch}</PageLink>
      </StatusScreen>
    </>
  )
}
