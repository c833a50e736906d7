import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { shownEmail } from '#shared/rules/email.ts'
import { PATHS } from '#shared/paths.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { Queries, queryClient } from '#web/kit/api/queries.tsx'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { FocusedHeading, Links, Note, PageScaffold, Stack } from '#web/kit/components/layout.tsx'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { WithAddress } from '#web/kit/components/WithAddress.tsx'
import { formatWait } from '#web/kit/formats/format.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { forgetLinkToken, useKeptLinkToken } from '#web/kit/links/use-link-token.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import {
  addCorrection,
  AskSection,
  PauseSection,
  PreferredSection,
  type Question,
  RemoveSection,
  SubjectsSection,
} from './creator-wishes.tsx'
import { ChannelName, KeptSection } from './KeptSection.tsx'
import { SeenSection } from './SeenSection.tsx'
import { TakeBackSection } from './TakeBackSection.tsx'
import { useLinkAction } from '#web/kit/actions/use-link-action.ts'
import type { Wish } from './use-wish.ts'

/** Where a page is when its link no longer opens anything, or has done its last work. */
type Ending = 'dead' | 'removed' | 'removed with pages'

/** The destination of links to owners of addresses: what is kept, and what they can say about it. Opening changes nothing. */
export function CreatorPage() {
  const { creators } = useTexts()
  const token = useKeptLinkToken()
  const [ending, setEnding] = useState<Ending | null>(null)
  const end = (how: Ending) => {
    forgetLinkToken()
    setEnding(how)
  }
  return (
    <Queries>
      <PageHead title={creators.title} page="creator" />
      <PageScaffold kind="form" width={52} title={creators.title}>
        {token === null || ending === 'dead' ? (
          <DeadLink isLost={token === null} />
        ) : ending !== null ? (
          <Card tab={creators.remove.tab} heading={<FocusedHeading>{creators.remove.done}</FocusedHeading>}>
            <p role="status">
              {ending === 'removed'
                ? creators.remove.doneText
                : `${creators.remove.doneText} ${creators.remove.doneHidden}`}
            </p>
          </Card>
        ) : (
          <OpenLink token={token} onEnd={end} />
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
  const [question, setQuestion] = useState<Question>({ kind: 'copy', text: '', begun: 0 })
  const { hash } = useLocation()
  const isOpen = data !== undefined
  useEffect(() => {
    // An email may lead to a part of the page, which is there only now.
    if (isOpen && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isOpen, hash])
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
  const hasChannels = data.channels.length > 0
  if (isAboutPreferred && hasChannels)
    return <PreferConfirmation {...wish} onDone={() => setWasPreferred(true)} />
  return (
    <>
      {!isAboutPreferred && <Contents kept={data} />}
      {hasChannels && (
        <SeenSection
          channels={data.channels}
          onWrong={(about) => setQuestion(addCorrection(question, about))}
        />
      )}
      <KeptSection {...wish} isFocused={wasPreferred} />
      {data.preferredEmail !== null && <TakeBackSection {...wish} address={data.preferredEmail} />}
      {hasChannels && (
        <>
          <SubjectsSection {...wish} />
          <PauseSection {...wish} />
          <PreferredSection {...wish} />
        </>
      )}
      {/* The address does not speak for channels that it was not confirmed for. */}
      {!isAboutPreferred && <AskSection {...wish} question={question} onQuestion={setQuestion} />}
      <RemoveSection
        {...wish}
        onRemoved={(hidesChannels) => onEnd(hidesChannels ? 'removed with pages' : 'removed')}
      />
    </>
  )
}

/** Where on the page each thing can be done. */
function Contents({ kept: { channels, email } }: Pick<Wish, 'kept'>) {
  const { contents } = useTexts().creators
  const parts = channels.length > 0 ? PARTS : (['ask', 'remove'] as const)
  const address = shownEmail(email)
  return (
    <nav aria-label={contents.label}>
      <Stack gap={2}>
        <Links look="quiet">
          {parts.map((part) => (
            <li key={part}>
              <a href={`#${part}`}>{contents[part]}</a>
            </li>
          ))}
        </Links>
        <Note>
          <WithAddress text={contents.receipts(address)} address={address} />
        </Note>
      </Stack>
    </nav>
  )
}

const PARTS = ['confirm', 'pause', 'address', 'ask', 'remove'] as const

/** Asks the owner of a preferred address: mail scanners open links, but only people press buttons. */
function PreferConfirmation({ token, kept, onKept, onDead, onDone }: Wish & { readonly onDone: () => void }) {
  const { creators } = useTexts()
  const { prefer } = creators
  const { isPending, mutate: press } = useLinkAction({
    mutationFn: () => call('PUT /creator/address', { body: { token }, handles: ['too_many_requests'] }),
    meta: { subject: 'creator', success: prefer.done, failure: creators.failed },
    onSuccess({ data }) {
      onDone()
      onKept(data)
    },
    onDead,
  })
  return (
    <Card tab={prefer.tab} heading={<h2>{prefer.title}</h2>}>
      <p>
        <WithAddress text={prefer.text(shownEmail(kept.email))} address={shownEmail(kept.email)} />
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
        <Button look="accent" isBusy={isPending} onClick={() => press()}>
          {prefer.button}
        </Button>
      </div>
    </Card>
  )
}
