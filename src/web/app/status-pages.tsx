import { Columns, PageScaffold, Stack } from '#web/kit/components/layout.tsx'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { LogInPurpose } from '#web/features/accounts/LogInPrompt.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { GAP } from '#web/kit/components/Drawing.tsx'
import { StatusScreen } from '#web/kit/components/StatusScreen.tsx'
import { useSecondsUntil } from '#web/kit/components/countdown.ts'
import { formatWait } from '#web/kit/formats/format.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLeavingState, useRefusedState, useSendOn } from '#web/kit/links/location-state.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { keptInTab } from '#web/kit/stores/storage.ts'

/** Shown for any URL without a page. */
export function NotFoundPage() {
  const { status, common } = useTexts()
  return (
    <>
      <PageHead title={status.notFound.title} />
      <StatusScreen drawing={GAP} tab="404" title={status.notFound.title} text={status.notFound.text}>
        <PageLink page="landing">{common.toHome}</PageLink>
        <PageLink page="search">{common.toSearch}</PageLink>
      </StatusScreen>
    </>
  )
}

/** The session expired. The refused call ended it; opening this URL by hand does not. */
export function ForbiddenPage() {
  const { forbidden } = useTexts().status
  const leaving = useLeavingState()
  if (useSession().status === 'in') return <StillLoggedIn />
  return (
    <>
      <PageHead title={forbidden.title} />
      <StatusScreen emoji="⌛" tab="403" title={forbidden.title} text={forbidden.text}>
        <ButtonLink look="ink" to={PATHS.authorization} state={leaving}>
          {forbidden.logInAgain}
        </ButtonLink>
      </StatusScreen>
    </>
  )
}

/** Shown when the request requires a login. */
export function UnauthorizedPage() {
  const { status, common } = useTexts()
  const leaving = useLeavingState()
  const refused = useRefusedState()
  const { status: session } = useSession()
  if (refused?.code === 'api_key') return <OutOfDate from={refused.from} />
  if (session === 'in') return <StillLoggedIn />
  return (
    <>
      <PageHead title={status.unauthorized.title} />
      <StatusScreen emoji="🔒" tab="401" title={status.unauthorized.title} text={status.unauthorized.text}>
        <ButtonLink look="ink" to={PATHS.authorization} state={leaving}>
          {common.logIn}
        </ButtonLink>
        <PageLink page="search">{common.toSearch}</PageLink>
      </StatusScreen>
    </>
  )
}

/** The content of the missing-session and expired-session pages for a person who is logged in. */
function StillLoggedIn() {
  const { common, status } = useTexts()
  const { title, text } = status.stillLoggedIn
  return (
    <>
      <PageHead title={title} />
      <StatusScreen emoji="🔓" title={title} text={text}>
        <ButtonLink look="ink" to={PATHS.search}>
          {common.toSearch}
        </ButtonLink>
      </StatusScreen>
    </>
  )
}

const tried = keptInTab('refusedKey')

/** The page's API key was refused because it has changed. Reloads the page once, to get the current key. */
function OutOfDate({ from }: { readonly from: string }) {
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
  // Without storage the page would reload endlessly.
  return tried.read() !== key && tried.write(key)
}

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

/** The choice between login and sign-up. */
export function AuthorizationPage() {
  const { authorization } = useTexts().status
  const leaving = useLeavingState()
  useSendOn()
  return (
    <>
      <PageHead title={authorization.title} description={authorization.description} page="authorization" />
      <PageScaffold
        kind="text"
        width={52}
        title={authorization.title}
        lead={
          <>
            <p>{authorization.text}</p>
            <LogInPurpose />
          </>
        }
      >
        <Columns min={18} gap={5}>
          <Card tab={authorization.logInTitle}>
            <Stack gap={3} isFilling>
              <p>{authorization.logInText}</p>
            </Stack>
            <ButtonLink look="ink" isWide to={PATHS.login} state={leaving}>
              {authorization.logInTitle}
            </ButtonLink>
          </Card>
          <Card tab={authorization.signUpTitle}>
            <Stack gap={3} isFilling>
              <p>{authorization.signUpText}</p>
            </Stack>
            <ButtonLink look="outline" isWide to={PATHS.signup} state={leaving}>
              {authorization.signUpTitle}
            </ButtonLink>
          </Card>
        </Columns>
      </PageScaffold>
    </>
  )
}
