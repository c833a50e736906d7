import { useEffect } from 'react'
import { Button } from '#web/kit/components/Button.tsx'
import { PageHead } from '../../kit/links/PageHead.tsx'
import { StatusScreen } from '../../kit/components/StatusScreen.tsx'
import { useTexts } from '../../kit/texts/texts.tsx'

const TRIED = 'refusedKey'

/** The key that the page was served with is refused: it was changed since. The page of today has another, so it is loaded anew, once. */
export function OutOfDate({ from }: { readonly from: string }) {
  const { shell, status } = useTexts()
  const { title, text } = status.outOfDate
  useEffect(() => {
    if (isFirstTry()) window.location.replace(from)
  }, [from])
  return (
    <>
      <PageHead title={title} />
      <StatusScreen emoji="🔄" tab="401" title={title} text={text}>
        <Button look="ink" onClick={() => window.location.replace(from)}>
          {shell.reload}
        </Button>
      </StatusScreen>
    </>
  )
}

/** Whether no page with this very key was loaded anew before: another time would bring no other key. */
function isFirstTry(): boolean {
  const key = document.querySelector<HTMLMetaElement>('meta[name="api-key"]')?.content ?? ''
  try {
    if (sessionStorage.getItem(TRIED) === key) return false
    sessionStorage.setItem(TRIED, key)
    return true
  } catch {
    // Where nothing is kept, the page would be loaded without end.
    return false
  }
}
