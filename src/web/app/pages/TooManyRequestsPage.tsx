import { Link } from 'react-router'
import { PageHead } from '../../kit/links/PageHead.tsx'
import { PageLink } from '../../kit/links/PageLink.tsx'
import { useRefusedState } from '../refused-state.ts'
import { StatusScreen } from '../../kit/components/StatusScreen.tsx'
import { useLanguage, useTexts } from '../../kit/texts/texts.tsx'
import { formatWait } from '#web/kit/formats/format.ts'
import { useSecondsUntil } from '#web/kit/components/use-seconds-until.ts'

/** A limit was reached: shows how long to wait, and the way back. */
export function TooManyRequestsPage() {
  const { tooManyRequests } = useTexts().status
  const { toHome } = useTexts().common
  const { language } = useLanguage()
  const refused = useRefusedState()
  const secondsLeft = useSecondsUntil(refused?.freeAt ?? null)
  return (
    <>
      <PageHead title={tooManyRequests.title} />
      <StatusScreen emoji="🚦" tab="429" title={tooManyRequests.title} text={tooManyRequests.text}>
        {secondsLeft !== null && (
          <p role="timer">
            {secondsLeft > 0
              ? tooManyRequests.wait(formatWait(secondsLeft, language))
              : tooManyRequests.ready}
          </p>
        )}
        <PageLink page="landing">{toHome}</PageLink>
        {refused !== null && <Link to={refused.from}>{tooManyRequests.back}</Link>}
      </StatusScreen>
    </>
  )
}
