import type { ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { type Served, ServedProvider } from '#web/kit/texts/hydration.tsx'
import { PageCodeContext } from '#web/kit/links/page-code.ts'
import { PAGE_CODE } from './page-code.ts'
import { Routing } from './Routing.tsx'
import { Shell } from './Shell.tsx'
import { type Speech, TextsProvider } from '#web/kit/texts/texts.tsx'

interface AppProps {
  readonly speech: Speech
  readonly served: Served
  /** Wraps the tree in the browser's router or the build's. */
  readonly router: (children: ReactNode) => ReactNode
}

/** The whole page, the same in the browser and in the build. */
export function App({ speech, served, router }: AppProps) {
  return (
    <TextsProvider initial={speech}>
      <ServedProvider served={served}>
        {router(
          <PageCodeContext value={PAGE_CODE}>
            <ErrorBoundary>
              <Shell>
                <Routing />
              </Shell>
            </ErrorBoundary>
          </PageCodeContext>,
        )}
      </ServedProvider>
    </TextsProvider>
  )
}
