import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** The notification for a person without uses. */
export function NoUses() {
  const { reveals } = useTexts()
  return (
    <>
      {reveals.noUses}. <PageLink page="purchase">{reveals.getUses}</PageLink>
    </>
  )
}
