import { lazy, Suspense } from 'react'
import { useSession } from '#web/kit/api/session.ts'

const FirstStepsGuide = lazy(() =>
  import('./FirstStepsGuide.tsx').then(
    (code) => ({ default: code.FirstStepsGuide }),
    () => ({ default: () => null }),
  ),
)

/** Whoever has bought more needs no introduction. */
const PURCHASES_MAX = 3

/** Leads a new person from a list to the next step; nothing of it is loaded for others. */
export function FirstSteps() {
  const { userData } = useSession()
  if (userData === null || userData.channels.length > PURCHASES_MAX) return null
  return (
    <Suspense>
      <FirstStepsGuide />
    </Suspense>
  )
}
