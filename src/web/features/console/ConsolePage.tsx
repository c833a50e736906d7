import { Suspense, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Queries } from '#web/kit/api/queries.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { ConsoleFrame } from './ConsoleFrame.tsx'
import { useOperator } from './console-data.ts'
import { useConsoleTexts } from './console-texts.ts'
import { FirstOwner } from './FirstOwner.tsx'
import { ProofForm } from './ProofForm.tsx'
import { SectionCommands } from './SectionCommands.tsx'
import { sectionNamed } from './section-list.ts'

/** The console of those who run the installation, with all its screens. */
export function ConsolePage() {
  usePreparedToasts()
  return (
    <Queries>
      <PageHead title={useConsoleTexts().title} />
      <Gate />
    </Queries>
  )
}

/** What must be done before the console opens. */
function Gate() {
  const texts = useConsoleTexts()
  const token = useFirstToken()
  const { data: operator, error, refetch } = useOperator()
  const isUnknown = error?.code === 'not_found'
  useEffect(() => {
    // The server answers as to everybody else.
    if (isUnknown && token === null) window.location.reload()
  }, [isUnknown, token])
  if (isUnknown && token !== null) return <FirstOwner token={token} />
  if (error !== null && !isUnknown)
    return <LoadFailure code={error.code} title={texts.loadFailed} onRetry={() => void refetch()} />
  if (operator === undefined) return null
  if (operator.provedUntil === null) return <ProofForm hasSecondFactor={operator.hasSecondFactor} />
  return (
    <ConsoleFrame operator={operator}>
      <Suspense>
        <Screen />
      </Suspense>
    </ConsoleFrame>
  )
}

/** The token of the link of the first start, which leaves the address at once; other addresses keep what follows the path. */
function useFirstToken(): string | null {
  const [search, setSearch] = useSearchParams()
  const given = search.get('token')
  const [token] = useState(given)
  useEffect(() => {
    if (given !== null) setSearch({}, { replace: true })
  }, [given, setSearch])
  return token
}

function Screen() {
  const texts = useConsoleTexts()
  const { section: name, id, part } = useParams()
  const section = sectionNamed(name)
  if (section === undefined)
    return <LoadFailure title={texts.foundNothing} onRetry={() => window.history.back()} />
  const path = [id, part].filter((one) => one !== undefined)
  const { Screen: Own } = section
  return Own === undefined ? <SectionCommands section={section} path={path} /> : <Own path={path} />
}
