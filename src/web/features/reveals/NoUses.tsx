import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** What a notification says to a person whose uses are spent. */
export function NoUses() {
  const { reveals } = useTexts()
  return (
    <>
      {reveals.noUses}. <PageLink page="purchase">{reveals.getUses}</PageLink>
    </>
  )
}
