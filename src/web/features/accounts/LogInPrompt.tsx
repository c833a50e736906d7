import { PATHS } from '#shared/paths.ts'
import { useConfig } from '#web/kit/api/config.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import { EmptyState } from '#web/kit/components/states.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLeavingState, useWantedChannel } from '#web/kit/links/location-state.ts'
import { useIsHydrated } from '#web/kit/texts/hydration.tsx'
import { hideToast } from '#web/kit/toasts/toasts.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** Shown to visitors on a page that needs a login. @param text what they would see */
export function LogInPrompt({ text }: { readonly text: string }) {
  const { reveals, common } = useTexts()
  return (
    <EmptyState drawing="key" title={reveals.logInFirst} text={text}>
      <ButtonLink look="ink" to={PATHS.authorization} state={useLeavingState()}>
        {common.logIn}
      </ButtonLink>
    </EmptyState>
  )
}

interface LogInFirstProps {
  /** Whose contact the visitor wants: the login pages name it, and lead back to its card. */
  readonly channel?: { readonly channelId: string; readonly channel_name: string }
  /** The id of the notification: it does not follow to the login. */
  readonly toast?: string
}

/** The notification for a visitor whose action needs a login. */
export function LogInFirst({ channel, toast }: LogInFirstProps) {
  const { reveals, common } = useTexts()
  const here = useLeavingState()
  const leaving =
    channel === undefined
      ? here
      : { from: withChannel(here.from, channel.channelId), channel: channel.channel_name }
  return (
    <>
      <span>{`${reveals.logInFirst}. `}</span>
      <PageLink
        page="authorization"
        state={leaving}
        onClick={() => toast !== undefined && void hideToast(toast)}
      >
        {common.logInOrSignUp}
      </PageLink>
    </>
  )
}

/** The same search with this channel on its card. */
function withChannel(address: string, channelId: string): string {
  const [path = '', query = ''] = address.split('?')
  const params = new URLSearchParams(query)
  params.set('channel', channelId)
  return `${path}?${params}`
}

/** What the login or sign-up is for, when it began with a channel's contact. @param isLogin free uses are for new accounts */
export function LogInPurpose({ isLogin = false }: { readonly isLogin?: boolean }) {
  const { purpose } = useTexts().accounts
  const channel = useWantedChannel()
  const welcomeUses = useConfig()?.welcomeUses ?? 0
  // The built page is the same for everybody.
  const isHydrated = useIsHydrated()
  if (channel === null || !isHydrated) return null
  return <Lead>{purpose(channel, isLogin ? 0 : welcomeUses)}</Lead>
}
