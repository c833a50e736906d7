import { Component, useEffect, useState } from 'react'
import { PATHS } from '#shared/paths.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { TORN, UNPLUGGED } from '#web/kit/components/Drawing.tsx'
import { StatusScreen } from '#web/kit/components/StatusScreen.tsx'
import { useIsOnline } from '#web/kit/components/use-is-online.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useStartTexts } from '#web/kit/texts/texts.tsx'

interface ErrorBoundaryProps {
  readonly children: Elements
}

/** Shows the generic error screen in place of a part that failed to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children
  }
}

/**
 * The generic error screen. It offers a full page load, which also fetches code that a new release has replaced, and what was
 * bought, perhaps just before; a page whose code could not be fetched without a connection reloads once there is one.
 */
function ErrorScreen() {
  const { shell, common } = useStartTexts()
  const isOnline = useIsOnline()
  const isLoggedIn = useSession().status === 'in'
  const [wasOffline] = useState(!isOnline)
  useEffect(() => {
    if (wasOffline && isOnline) window.location.reload()
  }, [wasOffline, isOnline])
  if (wasOffline) {
    return (
      <>
        <PageHead title={shell.offlineTitle} />
        <StatusScreen drawing={UNPLUGGED} title={shell.offlineTitle} text={shell.offlinePage} role="alert" />
      </>
    )
  }
  return (
    <>
      <PageHead title={shell.errorTitle} />
      <StatusScreen
        drawing={TORN}
        title={shell.errorTitle}
        text={isLoggedIn ? `${shell.errorText} ${shell.errorBought}` : shell.errorText}
        role="alert"
      >
        <Button look="ink" onClick={() => window.location.reload()}>
          {shell.reload}
        </Button>
        {isLoggedIn && <a href={PATHS.purchases}>{shell.toPurchases}</a>}
        <a href={PATHS.landing}>{common.toHome}</a>
      </StatusScreen>
    </>
  )
}
