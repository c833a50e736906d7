import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PATHS } from '#shared/paths.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { Queries, queryClient } from '#web/kit/api/queries.tsx'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { FocusedHeading, PageScaffold } from '#web/kit/components/layout.tsx'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { WithAddress } from '#web/kit/components/WithAddress.tsx'
import { formatWait } from '#web/kit/formats/format.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLinkToken } from '#web/kit/links/use-link-token.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import {
  AskSection,
  PauseSection,
  PreferredSection,
  RemoveSection,
  SubjectsSection,
} from './creator-wishes.tsx'
import { ChannelName, KeptSection } from './KeptSection.tsx'
import { TakeBackSection } from './TakeBackSection.tsx'
import { useLinkAction, type Wish } from './use-wish.ts'

/** Where a page is when its link no longer opens anything, or has done its last work. */
type Ending = 'dead' | 'removed'

/** The destination of links to owners of addresses: what is kept, and what they can say about it. Opening changes nothing. */
export function CreatorPage() {
  const { creators } = useTexts()
  const token = useLinkToken()
  const [ending, setEnding] = useState<Ending | null>(null)
  return (
    <Queries>
      <PageHead title={creators.title} page="creator" />
      <PageScaffold kind="form" width={52} title={creators.title}>
        {token === null || ending === 'dead' ? (
          <DeadLink isLost={token === null} />
        ) : ending === 'removed' ? (
          <Card tab={creators.remove.tab} heading={<FocusedHeading>{creators.remove.done}</FocusedHeading>}>
            <p role="status">{creators.remove.doneText}</p>
          </Card>
        ) : (
          <OpenLink token={token} onEnd={setEnding} />
        )}
      </PageScaffold>
    </Queries>
  )
}

function DeadLink({ isLost }: { readonly isLost: boolean }) {
  const { creators } = useTexts()
  const { dead } = creators
  return (
    <Card
      tab={creators.kept.tab}
      heading={isLost ? <h2>{dead.lostTitle}</h2> : <FocusedHeading>{dead.title}</FocusedHeading>}
    >
      <p>{isLost ? dead.lostText : dead.text}</p>
      <div>
        <ButtonLink look="accent" to={PATHS.optout}>
          {dead.button}
        </ButtonLink>
      </div>
    </Card>
  )
}

interface OpenLinkProps {
  readonly token: string
  readonly onEnd: (ending: Ending) => void
}

function OpenLink({ token, onEnd }: OpenLinkProps) {
  const { creators, common, errors, status } = useTexts()
  const { language } = useLanguage()
  const queryKey = ['creator', token]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const given = { body: { token }, handles: ['too_many_requests', 'wrong_token'] as const, signal }
      return (await call('POST /creator', given)).data
    },
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  const [wasPreferred, setWasPreferred] = useState(false)
  if (data === undefined && error !== null) {
    const code = error instanceof CallError ? error.code : null
    if (code === 'wrong_token') return <DeadLink isLost={false} />
    const wait =
      code === 'too_many_requests' && error instanceof CallError && error.retryAfter !== null
        ? { text: status.tooManyRequests.wait(formatWait(error.retryAfter, language)) }
        : {}
    return (
      <LoadFailure
        code={code}
        title={code === 'too_many_requests' ? errors.too_many_requests : creators.loadFailed}
        {...wait}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data === undefined)
    return (
      <Card tab={creators.kept.tab} heading={<Skeleton width="60%" />}>
        <div role="status" aria-label={common.loading}>
          <Skeleton height="8em" />
        </div>
      </Card>
    )
  const wish: Wish = {
    token,
    kept: data,
    onKept: (kept) => queryClient.setQueryData(queryKey, kept),
    onDead: () => onEnd('dead'),
  }
  const isAboutPreferred = data.purpose === 'prefer'
  if (isAboutPreferred && data.channels.length > 0)
    return <PreferConfirmation {...wish} onDone={() => setWasPreferred(true)} />
  return (
    <>
      <KeptSection {...wish} isFocused={wasPreferred} />
      {data.preferredEmail !== null && <TakeBackSection {...wish} address={data.preferredEmail} />}
      {data.channels.length > 0 && (
        <>
          <SubjectsSection {...wish} />
          <PauseSection {...wish} />
          <PreferredSection {...wish} />
        </>
      )}
      {/* The address does not speak for channels that it was not confirmed for. */}
      {!isAboutPreferred && <AskSection {...wish} />}
      <RemoveSection {...wish} onRemoved={() => onEnd('removed')} />
    </>
  )
}

/** Asks the owner of a preferred address: mail scanners open links, but only people press buttons. */
function PreferConfirmation({ token, kept, onKept, onDead, onDone }: Wish & { readonly onDone: () => void }) {
  const { creators } = useTexts()
  const { prefer } = creators
  const { isBusy, run } = useLinkAction({ onDead })
  const press = () =>
    run(() => call('PUT /creator/address', { body: { token }, handles: ['too_many_requests'] }), {
      success: prefer.done,
      onDone: ({ data }) => {
        onDone()
        onKept(data)
      },
    })
  return (
    <Card tab={prefer.tab} heading={<h2>{prefer.title}</h2>}>
      <p>
        <WithAddress text={prefer.text(kept.maskedEmail)} address={kept.maskedEmail} />
      </p>
      <ul>
        {kept.channels.map((channel, place) => (
          // Several channels may have one name, and only some have a page.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <ChannelName {...channel} />
          </li>
        ))}
      </ul>
      <div>
        <Button look="accent" isBusy={isBusy} onClick={() => void press()}>
          {prefer.button}
        </Button>
      </div>
    </Card>
  )
}
