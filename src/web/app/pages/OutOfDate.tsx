import { useEffect } from 'react'
import { Button } from '#web/kit/components/Button.tsx'
import { PageHead } from '../../kit/links/PageHead.tsx'
import { StatusScreen } from '../../kit/components/StatusScreen.tsx'
import { useTexts } from '../../kit/texts/texts.tsx'

const TRIED = 'refusedKey'

/** The page's API key was refused because it has changed. Reloads the page once, to get the current key. */
export function OutOfDate({ from }: { readonly from: string }) {
  const { shell, status } = useTexts()
  const { title, text } = status.outOfDate
  useEffect(() => {
    if (isFirstAttempt()) window.location.replace(from)
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

/** Whether this key has not caused a reload yet: a second reload would bring the same key. */
function isFirstAttempt(): boolean {
  const key = document.querySelector<HTMLMetaElement>('meta[name="api-key"]')?.content ?? ''
  try {
    if (sessionStorage.getItem(TRIED) === key) return false
    sessionStorage.setItem(TRIED, key)
    return true
  } catch {
    // Without storage the page would reload endlessly.
    return false
  }
}
